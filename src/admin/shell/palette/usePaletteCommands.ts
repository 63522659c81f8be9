import { useTranslate } from 'react-admin';
import { usePlaceLabel } from '../../kit/base/CanAccess.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { HOME, PASSWORD_PAGE, useIsOpen, usePlaces } from '../places.ts';
import { useThemeSwitch } from '../useThemeSwitch.ts';

export interface Command {
  key: string;
  label: string;
  group: 'pages' | 'actions';
  /** Where it leads, or what it does. */
  to?: string;
  run?: () => void;
}

export interface PaletteActions {
  onSignOut: () => void;
  onShortcuts: () => void;
}

const isCreating = (page: string) => page === 'create' || page === 'import';

/** Every page without a record in its address, and what can be done from anywhere. */
export const usePaletteCommands = ({ onSignOut, onShortcuts }: PaletteActions): Command[] => {
  const translate = useTranslate();
  const theme = useThemeSwitch();
  const labelOf = usePlaceLabel();
  const can = useCan();
  const isOpen = useIsOpen();
  const places = Object.values(usePlaces()).filter(({ name, hasList }) => hasList && isOpen(name));
  const page = (to: string, label: string, group: Command['group'] = 'pages'): Command => ({
    key: to,
    label,
    group,
    to,
  });
  const own = (to: string) => page(to, labelOf(to.slice(1)));
  return [
    ...(isOpen('dashboard') ? [own(HOME)] : []),
    ...places.flatMap(({ name, hasCreate, options }) => [
      page(`/${name}`, labelOf(name)),
      ...[
        ...(options?.pages ?? []).filter(
          below => !below.startsWith('import') || can({ resource: name, action: 'edit' }),
        ),
        ...(hasCreate && can({ resource: name, action: 'create' }) ? ['create'] : []),
      ].map(below =>
        page(
          `/${name}/${below}`,
          translate(`resources.${name}.page.${below}`, { _: labelOf(name) }),
          isCreating(below) ? 'actions' : 'pages',
        ),
      ),
    ]),
    ...(isOpen('settings') ? [own('/settings'), own('/system-status'), own('/yearly-duties')] : []),
    own('/profile'),
    own(PASSWORD_PAGE),
    ...(places.some(({ name }) => name === 'images') &&
    can({ resource: 'images', action: 'create' })
      ? [page('/images', translate('palette.upload'), 'actions')].map(upload => ({
          ...upload,
          key: 'upload',
        }))
      : []),
    { key: 'theme', label: theme.label, group: 'actions', run: theme.toggle },
    {
      key: 'shortcuts',
      label: translate('palette.shortcuts.title'),
      group: 'actions',
      run: onShortcuts,
    },
    {
      key: 'signOut',
      label: translate('app.account.logout'),
      group: 'actions',
      run: onSignOut,
    },
  ];
};
