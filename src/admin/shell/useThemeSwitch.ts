import { useMediaQuery } from '@mui/material';
import { useStoreContext, useTheme, useTranslate } from 'react-admin';

/** Follows the system until a theme is chosen; choosing the system's theme follows it again. */
export const useThemeSwitch = () => {
  const translate = useTranslate();
  const store = useStoreContext();
  const [theme, setTheme] = useTheme();
  const system = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true }) ? 'dark' : 'light';
  const next = theme === 'dark' ? 'light' : 'dark';
  return {
    next,
    label: translate(next === 'dark' ? 'app.theme.toDark' : 'app.theme.toLight'),
    toggle: () => (next === system ? store.removeItem('theme') : setTheme(next)),
  };
};
