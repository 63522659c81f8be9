import { Button, IconButton, Tooltip } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';
import { usePhone } from '../base/hooks.ts';

export interface ToolbarButtonProps {
  icon: ReactNode;
  label: string;
  disabled?: boolean;
  /** It opens a menu, which is open. */
  expanded?: boolean;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** A quiet button at the head of a list; on a phone its icon alone. */
export const ToolbarButton = ({ icon, label, disabled, expanded, onClick }: ToolbarButtonProps) => {
  const isPhone = usePhone();
  const common = {
    onClick,
    disabled: disabled ?? false,
    ...(expanded !== undefined &&
      ({ 'aria-haspopup': 'menu', 'aria-expanded': expanded } as const)),
  };
  return isPhone ? (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} {...common}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  ) : (
    <Button size="small" startIcon={icon} {...common}>
      {label}
    </Button>
  );
};
