import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Drawer, ListItemButton, ListItemIcon, ListItemText, Tooltip } from '@mui/material';
import { Fragment, memo } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { SIDE_MENU_WIDTH } from '#contract/constants.ts';
import { SIDE_MENU_ID, SIDE_RAIL_WIDTH, TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { menu, menuEntryAt, type Page } from '../pages.ts';

export interface SideMenuProps {
  phone: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
}

export const SideMenu = memo(function SideMenu(props: SideMenuProps & { pathname: string }) {
  const { phone, open, setOpen, pathname } = props;
  const translate = useTranslate();
  const here = menuEntryAt(pathname);
  const items = (
    <Box
      component="nav"
      id={SIDE_MENU_ID}
      aria-label={translate('app.menu.label')}
      data-open={open}
      sx={{ display: 'flex', flexDirection: 'column', gap: 0.25, p: 1 }}
    >
      {menu.map(section => {
        const { pages } = section;
        const inside = here === section || pages.some(page => page === here);
        const item = { narrow: !open, onChosen: () => phone && setOpen(false) };
        return (
          <Fragment key={section.path}>
            <SideMenuItem
              entry={section}
              icon={section.icon}
              active={section === here || (inside && !open)}
              {...item}
            />
            {inside &&
              open &&
              pages.map(page => (
                <SideMenuItem key={page.path} entry={page} active={page === here} {...item} />
              ))}
          </Fragment>
        );
      })}
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
});

interface SideMenuItemProps {
  entry: Page;
  /** A page within a section has none. */
  icon?: SvgIconComponent;
  active: boolean;
  /** Only the icon is visible. */
  narrow: boolean;
  onChosen: () => void;
}

const SideMenuItem = ({ entry, icon: Icon, active, narrow, onChosen }: SideMenuItemProps) => {
  const translate = useTranslate();
  const label = translate(entry.title);
  const link = (
    <ListItemButton
      component={Link}
      to={entry.path}
      selected={active}
      aria-current={active ? 'page' : undefined}
      aria-label={label}
      onClick={onChosen}
      sx={{
        flexGrow: 0,
        height: 36,
        borderRadius: 1,
        px: 1.25,
        pl: Icon ? 1.25 : 4.75,
        color: active ? 'text.primary' : 'text.secondary',
        '&:hover': { color: 'text.primary' },
        '&.Mui-selected': { bgcolor: 'action.selected' },
      }}
    >
      {Icon && (
        <ListItemIcon sx={{ minWidth: 28, color: active ? 'primary.main' : 'inherit' }}>
          <Icon fontSize="small" />
        </ListItemIcon>
      )}
      {!narrow && (
        <ListItemText
          primary={label}
          slotProps={{ primary: { noWrap: true, sx: { fontWeight: active ? 600 : 400 } } }}
        />
      )}
    </ListItemButton>
  );
  if (!narrow) return link;
  return (
    <Tooltip title={label} placement="right" enterDelay={200}>
      {link}
    </Tooltip>
  );
};
