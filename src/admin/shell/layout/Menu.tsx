import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import DefaultIcon from '@mui/icons-material/ViewList';
import { createElement, type ElementType, type ReactElement } from 'react';
import { usePlaceLabel } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { useTodoBadge, useTodoKinds } from '../../resources/todo/index.ts';
import { HOME, TODO_PAGE, useHome, useIsOpen, useResourcesBelow } from '../places.ts';
import { MenuSection } from './SideMenu.tsx';

const elements = new Map<ElementType, ReactElement>();
/** The same one each time: an entry whose icon is another one is rendered anew. */
const elementOf = (icon: ElementType): ReactElement => {
  const element = elements.get(icon) ?? createElement(icon);
  elements.set(icon, element);
  return element;
};

/** The entries of the side menu: what waits, the figures, resources in the order of `<Admin>`, except those that stand below another. */
export const Menu = () => {
  const t = useTexts('app.pages');
  const labelOf = usePlaceLabel();
  const resources = useResourcesBelow(undefined);
  const isOpen = useIsOpen();
  const badge = useTodoBadge();
  const home = useHome();
  const mayAct = useTodoKinds().length > 0;
  return (
    <>
      {(mayAct || home === TODO_PAGE) && (
        <MenuSection
          to={TODO_PAGE}
          primaryText={t('todo')}
          leftIcon={elementOf(ChecklistOutlined)}
          badge={badge}
        />
      )}
      {isOpen('dashboard') && (
        <MenuSection
          to={HOME}
          primaryText={t('dashboard')}
          leftIcon={elementOf(DashboardOutlined)}
        />
      )}
      {resources.map(({ name, icon = DefaultIcon }) => (
        <MenuSection
          key={name}
          to={`/${name}`}
          primaryText={labelOf(name)}
          leftIcon={elementOf(icon)}
        />
      ))}
      {isOpen('settings') && (
        <MenuSection
          to="/settings"
          primaryText={t('settings')}
          leftIcon={elementOf(SettingsOutlined)}
        />
      )}
    </>
  );
};
