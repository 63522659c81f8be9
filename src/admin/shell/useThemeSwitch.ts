import { useMediaQuery } from '@mui/material';
import { useStoreContext, useTheme, useTranslate } from 'react-admin';

/** Follows the system until told otherwise; told what the system says anyway, it follows again. */
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
