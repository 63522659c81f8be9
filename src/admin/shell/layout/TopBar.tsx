import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import { Box, Typography } from '@mui/material';
import { memo } from 'react';
import { IconButtonWithTooltip, LoadingIndicator, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { SIDE_MENU_ID, TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { ExportsButton } from '../../kit/export/ExportsButton.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { HOME } from '../places.ts';
import { useThemeSwitch } from '../useThemeSwitch.ts';
import { AccountMenu } from './AccountMenu.tsx';
import type { SideMenuProps } from './SideMenu.tsx';

export const TopBar = memo(function TopBar({ open, setOpen }: SideMenuProps) {
  const translate = useTranslate();
  const toggle = translate(open ? 'app.menu.close' : 'app.menu.open');
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        height: TOP_BAR_HEIGHT,
        px: 1.25,
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButtonWithTooltip
        label={toggle}
        aria-expanded={open}
        aria-controls={SIDE_MENU_ID}
        onClick={() => setOpen(!open)}
      >
        {open ? <MenuOpenIcon fontSize="small" /> : <MenuIcon fontSize="small" />}
      </IconButtonWithTooltip>
      <Typography
        component={Link}
        className="touch"
        to={HOME}
        noWrap
        sx={{ px: 0.75, fontSize: '0.9375rem', fontWeight: 600, color: 'text.primary' }}
        style={{ textDecoration: 'none' }}
      >
        {translate('app.title')}
      </Typography>
      <Box sx={{ flexGrow: 1 }} />
      <PaletteButton />
      <LoadingIndicator
        aria-label={translate('ra.page.loading')}
        sx={{
          '& .MuiSvgIcon-root': { fontSize: '1.125rem' },
          '& button': { color: 'action.active' },
        }}
      />
      <ExportsButton />
      <ThemeToggle />
      <AccountMenu />
    </Box>
  );
});

const ThemeToggle = () => {
  const { next, label, toggle } = useThemeSwitch();
  return (
    <IconButtonWithTooltip label={label} onClick={toggle}>
      {next === 'dark' ? (
        <DarkModeOutlined fontSize="small" />
      ) : (
        <LightModeOutlined fontSize="small" />
      )}
    </IconButtonWithTooltip>
  );
};
