import { useTranslate } from 'react-admin';
import { NOT_FOUND } from '../../kit/base/routes.tsx';
import { pages } from '../pages.ts';
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

const isCreating = (path: string) => /\/(create|import)$/.test(path);

/** Every page without a record in its address, and what can be done from anywhere. */
export const usePaletteCommands = ({ onSignOut, onShortcuts }: PaletteActions): Command[] => {
  const translate = useTranslate();
  const theme = useThemeSwitch();
  const reachable = pages.filter(({ path }) => !path.includes(':') && path !== NOT_FOUND);
  return [
    ...reachable.map(({ path, title }) => ({
      key: path,
      label: translate(title),
      group: isCreating(path) ? ('actions' as const) : ('pages' as const),
      to: path,
    })),
    ...(reachable.some(({ path }) => path === '/images')
      ? [
          {
            key: 'upload',
            label: translate('palette.upload'),
            group: 'actions' as const,
            to: '/images',
          },
        ]
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
