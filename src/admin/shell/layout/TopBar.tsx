import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import { Box, ButtonBase, Divider, Menu, MenuItem, Typography } from '@mui/material';
import { memo, useState } from 'react';
import { IconButtonWithTooltip, LoadingIndicator, useGetIdentity, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { Later } from '../../kit/base/Later.tsx';
import { SIDE_MENU_ID, TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { ExportsButton } from '../../kit/export/ExportsButton.tsx';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import { LogoutDialog } from '../LogoutDialog.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { HOME, placeAt, useIsOpen, usePlaces } from '../places.ts';
import { useThemeSwitch } from '../useThemeSwitch.ts';
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
      <Later>
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
      </Later>
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

const AccountMenu = () => {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [leaving, setLeaving] = useState(false);
  const isOpen = useIsOpen();
  const close = () => setAnchor(null);
  const name = identity?.fullName ?? '';
  const username = (identity as { username?: string } | undefined)?.username ?? '';
  return (
    <>
      <ButtonBase
        aria-label={translate('app.account.label')}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ gap: 1, ml: 0.5, p: 0.5, pr: { xs: 0.5, sm: 1 }, borderRadius: 1 }}
      >
        <PersonAvatar src={identity?.avatar ?? ''} name={name} size={30} />
        <Box sx={{ display: { xs: 'none', sm: 'block' }, textAlign: 'left', maxWidth: 160 }}>
          <Names name={name} username={username} />
        </Box>
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { mt: 0.5, minWidth: 200 } } }}
      >
        <Box component="li" role="presentation" sx={{ px: 2, py: 0.75 }}>
          <Names name={name} username={username} />
        </Box>
        <Divider sx={{ my: 0.5 }} />
        <MenuItem component={Link} to="/profile" onClick={close}>
          {translate('app.account.profile')}
        </MenuItem>
        <MenuItem component={Link} to="/password" onClick={close}>
          {translate('app.account.changePassword')}
        </MenuItem>
        {isOpen('audit-logs') && (
          <MenuItem component={Link} to="/audit-logs" onClick={close}>
            {translate('app.account.auditLogs')}
          </MenuItem>
        )}
        <HandbookItem onClick={close} />
        <Divider sx={{ my: 0.5 }} />
        <MenuItem
          onClick={() => {
            close();
            setLeaving(true);
          }}
        >
          {translate('app.account.logout')}
        </MenuItem>
      </Menu>
      <LogoutDialog open={leaving} onCancel={() => setLeaving(false)} />
    </>
  );
};

/** Opens the handbook in a tab of its own, at what is done on this page. */
const HandbookItem = (props: { onClick: () => void }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  // Its sections know the pages (scripts/build/handbookSections.ts).
  const place = placeAt(pathname, Object.keys(usePlaces())) ?? pathname.slice(1);
  const address = `${import.meta.env.BASE_URL}handbook.html#/${place}`;
  return (
    <MenuItem component="a" href={address} target="_blank" rel="noopener" {...props}>
      {translate('app.account.handbook')}
    </MenuItem>
  );
};

const Names = ({ name, username }: { name: string; username: string }) => (
  <>
    <Typography noWrap sx={{ fontSize: '0.8125rem', fontWeight: 500, lineHeight: 1.35 }}>
      {name}
    </Typography>
    <Typography noWrap sx={{ fontSize: '0.75rem', lineHeight: 1.35, color: 'text.secondary' }}>
      {username}
    </Typography>
  </>
);
