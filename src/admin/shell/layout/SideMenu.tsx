import {
  Badge,
  Box,
  Drawer,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tooltip,
} from '@mui/material';
import { createContext, memo, type PropsWithChildren, type ReactNode, use, useMemo } from 'react';
import { useStoreContext, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { SIDE_MENU_WIDTH } from '#contract/constants.ts';
import { usePlaceLabel } from '../../kit/base/CanAccess.tsx';
import { SIDE_MENU_ID, SIDE_RAIL_WIDTH, TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { placeAt, useResourcesBelow } from '../places.ts';

export interface SideMenuProps {
  phone: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** On a wide screen beside the page, on a phone in a drawer. Its entries are `Menu`. */
export const SideMenu = ({ phone, open, setOpen, children }: SideMenuProps & PropsWithChildren) => {
  const translate = useTranslate();
  // The same for every address, as it renders each entry anew.
  const state = useMemo(
    () => ({ narrow: !open, onChosen: () => phone && setOpen(false) }),
    [phone, open, setOpen],
  );
  const items = (
    <Box
      component="nav"
      id={SIDE_MENU_ID}
      aria-label={translate('app.menu.label')}
      data-open={open}
      sx={{ display: 'flex', flexDirection: 'column', gap: 0.25, p: 1 }}
    >
      <SideMenuContext value={state}>{children}</SideMenuContext>
    </Box>
  );
  if (phone) {
    return (
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { sx: { width: SIDE_MENU_WIDTH, maxWidth: '85vw' } } }}
      >
        {items}
      </Drawer>
    );
  }
  return (
    <Box
      sx={{
        position: 'sticky',
        top: TOP_BAR_HEIGHT,
        flexShrink: 0,
        boxSizing: 'border-box',
        width: open ? SIDE_MENU_WIDTH : SIDE_RAIL_WIDTH,
        height: `calc(100vh - ${TOP_BAR_HEIGHT}px)`,
        overflowY: 'auto',
        overflowX: 'hidden',
        borderRight: 1,
        borderColor: 'divider',
        transition: theme => theme.transitions.create('width', { duration: 150 }),
      }}
    >
      {items}
    </Box>
  );
};

interface SideMenuState {
  /** Only icons are visible. */
  narrow: boolean;
  onChosen: () => void;
}

const SideMenuContext = createContext<SideMenuState>({ narrow: false, onChosen: () => undefined });

export interface MenuSectionProps {
  /** An address below the admin path. */
  to: string;
  primaryText: string;
  leftIcon: ReactNode;
  /** How many wait there; '' for none. */
  badge?: string;
}

/** An entry with an icon, and below it, while one is there, the resources that stand below it (`options.parent`). */
export const MenuSection = ({ to, primaryText, leftIcon, badge }: MenuSectionProps) => {
  const { narrow } = use(SideMenuContext);
  const { pathname } = useLocation();
  const labelOf = usePlaceLabel();
  const place = to.slice(1);
  const below = useResourcesBelow(place);
  const here = placeAt(pathname, [place, ...below.map(({ name }) => name)]);
  const shown = below.filter(({ options }) => !options?.isHidden).map(({ name }) => name);
  return (
    <>
      <SideMenuItem
        to={to}
        label={primaryText}
        icon={leftIcon}
        badge={badge}
        active={here !== undefined && (narrow || !shown.includes(here))}
      />
      {here !== undefined &&
        !narrow &&
        shown.map(name => (
          <SideMenuItem key={name} to={`/${name}`} label={labelOf(name)} active={name === here} />
        ))}
    </>
  );
};

interface SideMenuItemProps {
  to: string;
  label: string;
  /** A page within a section has none. */
  icon?: ReactNode;
  badge?: string | undefined;
  active: boolean;
}

const SideMenuItem = memo(function SideMenuItem({
  to,
  label,
  icon,
  badge,
  active,
}: SideMenuItemProps) {
  const { narrow, onChosen } = use(SideMenuContext);
  const store = useStoreContext();
  const open = () => {
    // A list begins with all its records; going back finds the filter in the address.
    store.removeItem(`${to.slice(1)}.listParams`);
    onChosen();
  };
  const link = (
    <ListItemButton
      component={Link}
      to={to}
      selected={active}
      aria-current={active ? 'page' : undefined}
      aria-label={badge ? `${label} ${badge}` : label}
      onClick={open}
      sx={{
        flexGrow: 0,
        height: 36,
        borderRadius: 1,
        px: 1.25,
        pl: icon ? 1.25 : 4.75,
        color: active ? 'text.primary' : 'text.secondary',
        '&:hover': { color: 'text.primary' },
        '&.Mui-selected': { bgcolor: 'action.selected' },
        '& .MuiSvgIcon-root': { fontSize: '1.25rem' },
      }}
    >
      {icon && (
        <ListItemIcon sx={{ minWidth: 28, color: active ? 'primary.main' : 'inherit' }}>
          <Badge variant="dot" color="error" invisible={!badge || !narrow}>
            {icon}
          </Badge>
        </ListItemIcon>
      )}
      {!narrow && (
        <ListItemText
          primary={label}
          slotProps={{ primary: { noWrap: true, sx: { fontWeight: active ? 600 : 400 } } }}
        />
      )}
      {!narrow && badge && <Badge badgeContent={badge} color="error" sx={{ mr: 1.5 }} />}
    </ListItemButton>
  );
  if (!narrow) return link;
  return (
    <Tooltip title={label} placement="right" enterDelay={200}>
      {link}
    </Tooltip>
  );
});
