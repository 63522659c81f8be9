import type { SvgIconComponent } from '@mui/icons-material';
import { ListItemButton, ListItemIcon, ListItemText, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Page } from '../pages.ts';

export interface SideMenuItemProps {
  entry: Page;
  /** A page within a section has none. */
  icon?: SvgIconComponent;
  active: boolean;
  /** Only the icon is visible. */
  narrow: boolean;
  onChosen: () => void;
}

export const SideMenuItem = ({
  entry,
  icon: Icon,
  active,
  narrow,
  onChosen,
}: SideMenuItemProps) => {
  const translate = useTranslate();
  const label = translate(entry.title);
  return (
    <Tooltip title={narrow ? label : ''} placement="right" enterDelay={200}>
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
    </Tooltip>
  );
};
