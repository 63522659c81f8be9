import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useThemeSwitch } from '../useThemeSwitch.ts';

export const ThemeToggle = () => {
  const { next, label, toggle } = useThemeSwitch();
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={toggle}>
        {next === 'dark' ? (
          <DarkModeOutlined fontSize="small" />
        ) : (
          <LightModeOutlined fontSize="small" />
        )}
      </IconButton>
    </Tooltip>
  );
};
