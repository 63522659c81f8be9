import { Button, type ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import type { Right } from '#contract/rights/rights.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useDialog } from './DialogContext.tsx';
import { type RunOptions, useRun } from './useRun.ts';

export interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  dialog: ReactNode;
  /** Without it there is no button. */
  right?: Right;
}

/** A button and the dialog behind it. */
export const ActionButton = ({ label, dialog, right, ...button }: ActionButtonProps) => {
  const [open, shown] = useDialog(dialog);
  if (!useCan()(right)) return null;
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        {...button}
        onClick={event => {
          event.stopPropagation();
          open();
        }}
      >
        {label}
      </Button>
      {shown}
    </>
  );
};

export interface RunButtonProps<R>
  extends
    Omit<ButtonProps, 'onClick' | 'children' | 'loading'>,
    Omit<RunOptions<R, void>, 'mutationKey'> {
  label: string;
  /** Without it there is no button. */
  right?: Right;
}

/** The button of `useRun`. */
export const RunButton = <R,>({ label, run, right, done, ...button }: RunButtonProps<R>) => {
  const isShown = useCan()(right);
  const { mutate, isPending } = useRun({ run, done });
  if (!isShown) return null;
  return (
    <Button
      variant="outlined"
      {...button}
      loading={isPending}
      onClick={event => {
        event.stopPropagation();
        mutate();
      }}
    >
      {label}
    </Button>
  );
};
