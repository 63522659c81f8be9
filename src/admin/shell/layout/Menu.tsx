import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import DefaultIcon from '@mui/icons-material/ViewList';
import { createElement } from 'react';
import { useTexts } from '../../kit/base/hooks.ts';
import { HOME, useIsOpen, usePlaceLabel, useResourcesBelow } from '../places.ts';
import { MenuSection } from './SideMenu.tsx';

/** The entries of the side menu: resources in the order of `<Admin>`, except those that stand below another. */
export const Menu = () => {
  const t = useTexts('app.pages');
  const labelOf = usePlaceLabel();
  const resources = useResourcesBelow(undefined);
  const isOpen = useIsOpen();
  return (
    <>
      {isOpen('dashboard') && (
        <MenuSection to={HOME} primaryText={t('dashboard')} leftIcon={<DashboardOutlined />} />
      )}
      {resources.map(({ name, icon = DefaultIcon }) => (
        <MenuSection
          key={name}
          to={`/${name}`}
          primaryText={labelOf(name)}
          leftIcon={createElement(icon)}
        />
      ))}
      {isOpen('settings') && (
        <MenuSection to="/settings" primaryText={t('settings')} leftIcon={<SettingsOutlined />} />
      )}
    </>
  );
};
