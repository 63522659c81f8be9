import MoreIcon from '@mui/icons-material/MoreHoriz';
import { IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';

export interface MenuAction {
  label: string;
  danger?: boolean;
  /** The dialog, while it is open. */
  dialog: (close: () => void) => ReactNode;
}

/** Rarely used actions. */
export const ActionMenu = ({ name, actions }: { name: string; actions: MenuAction[] }) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<MenuAction | null>(null);
  return (
    <>
      <Tooltip title={translate('action.more')}>
        <IconButton
          size="small"
          aria-haspopup="menu"
          aria-label={translate('action.moreOf', { name })}
          onClick={event => {
            event.stopPropagation();
            setAnchor(event.currentTarget);
          }}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        onClick={event => event.stopPropagation()}
      >
        {actions.map(action => (
          <MenuItem
            key={action.label}
            onClick={() => {
              setAnchor(null);
              setOpen(action);
            }}
            sx={action.danger ? { color: 'error.main' } : undefined}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
      {open?.dialog(() => setOpen(null))}
    </>
  );
};
