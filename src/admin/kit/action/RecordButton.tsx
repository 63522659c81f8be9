import { Button, IconButton, Tooltip } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Right } from '#contract/rights/rights.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useDialog } from './DialogContext.tsx';

export interface RecordButtonProps {
  /** An icon at the end of a row, words at the head of a page. */
  variant?: 'icon' | 'text' | undefined;
  /** Of the row's button. */
  icon: ReactNode;
  /** Without it there is no button. */
  right?: Right;
  /** What it does, in words. */
  action: string;
  /** What it does and to which record, for those who hear it. */
  label: string;
  color?: 'error';
  loading?: boolean;
  /** Why it is not possible now. */
  disabledReason?: string | undefined;
  onClick?: (() => void) | undefined;
  /** What a click opens instead, or where it leads. */
  dialog?: ReactNode;
  to?: string;
}

/** A button that stands both in the row of a record and on its page. */
export const RecordButton = (props: RecordButtonProps) => {
  const { variant = 'icon', icon, action, label, color, loading, disabledReason } = props;
  const [open, shown] = useDialog(props.dialog);
  const isShown = useCan()(props.right);
  if (!isShown) return null;
  const common = {
    'aria-label': label,
    loading: loading ?? false,
    disabled: Boolean(disabledReason),
    // The row around has a page of its own.
    onClick: (event: MouseEvent) => {
      event.stopPropagation();
      if (!props.to) (props.onClick ?? open)();
    },
    ...(props.dialog != null && { 'aria-haspopup': 'dialog' as const }),
    ...(props.to && { component: Link, to: props.to }),
  };
  return (
    <>
      <Tooltip title={disabledReason ?? (variant === 'icon' ? action : '')}>
        <span>
          {variant === 'icon' ? (
            <IconButton size="small" {...common}>
              {icon}
            </IconButton>
          ) : (
            <Button variant="outlined" {...(color && { color })} {...common}>
              {action}
            </Button>
          )}
        </span>
      </Tooltip>
      {shown}
    </>
  );
};
