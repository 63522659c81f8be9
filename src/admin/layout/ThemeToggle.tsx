import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { IconButton, Tooltip, useMediaQuery } from '@mui/material';
import { useStoreContext, useTheme, useTranslate } from 'react-admin';

/** Follows the system until told otherwise; told what the system says anyway, it follows again. */
export const ThemeToggle = () => {
  const translate = useTranslate();
  const store = useStoreContext();
  const [theme, setTheme] = useTheme();
  const system = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true }) ? 'dark' : 'light';
  const next = theme === 'dark' ? 'light' : 'dark';
  const label = translate(next === 'dark' ? 'app.theme.toDark' : 'app.theme.toLight');
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={() => (next === system ? store.removeItem('theme') : setTheme(next))}
      >
        {next === 'dark' ? (
          <DarkModeOutlined fontSize="small" />
        ) : (
          <LightModeOutlined fontSize="small" />
        )}
      </IconButton>
    </Tooltip>
  );
};
