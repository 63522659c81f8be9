import { Button, type ButtonProps } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useDialog } from './DialogContext.tsx';
import { useReread } from './useReread.ts';

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

export interface RunButtonProps<R> extends Omit<ButtonProps, 'onClick' | 'children' | 'loading'> {
  label: string;
  run: () => Promise<R>;
  /** Without it there is no button. */
  right?: Right;
  /** Notification after success. */
  done?: string | ((result: R) => string);
}

/** An action without a dialog: runs, reports the result and reads the page again, also after a failure. */
export const RunButton = <R,>({ label, run, right, done, ...button }: RunButtonProps<R>) => {
  const isShown = useCan()(right);
  const notify = useNotify();
  const reread = useReread();
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: result => {
      const shown = reread(result);
      if (done) notify(typeof done === 'function' ? done(result) : done, { type: 'success' });
      return shown;
    },
    onError: error => {
      notify(error.message, { type: 'error' });
      return reread();
    },
  });
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
