import MoreIcon from '@mui/icons-material/MoreHoriz';
import { type IconButtonProps, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import { useCan } from '../base/CanAccess.tsx';
import { CloseContext } from './DialogContext.tsx';

export interface ActionMenuProps extends Pick<IconButtonProps, 'sx'> {
  /** Of the record, for those who hear it. */
  name?: string;
  /** In place of one made from the name. */
  label?: string;
  /** Those without their `right` are left out, as is `false`. */
  actions: readonly (MenuAction | false)[];
}

interface MenuAction {
  label: string;
  danger?: boolean;
  right?: Right;
  dialog: ReactNode;
}

/** Rarely used actions. */
export const ActionMenu = ({ name, label, sx, ...props }: ActionMenuProps) => {
  const translate = useTranslate();
  const can = useCan();
  const actions = props.actions
    .filter(action => action !== false)
    .filter(({ right }) => can(right));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState('');
  if (actions.length === 0) return null;
  return (
    <>
      <IconButtonWithTooltip
        label={label ?? translate('action.more')}
        size="small"
        aria-haspopup="menu"
        aria-label={label ?? translate('action.moreOf', { name })}
        sx={sx}
        onClick={event => {
          event.stopPropagation();
          setAnchor(event.currentTarget);
        }}
      >
        <MoreIcon fontSize="small" />
      </IconButtonWithTooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        onClick={event => event.stopPropagation()}
      >
        {actions.map(action => (
          <MenuItem
            key={action.label}
            aria-haspopup="dialog"
            onClick={() => {
              setAnchor(null);
              setOpen(action.label);
            }}
            sx={action.danger ? { color: 'error.main' } : undefined}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
      <CloseContext value={() => setOpen('')}>
        {actions.find(({ label }) => label === open)?.dialog}
      </CloseContext>
    </>
  );
};
