import { Button, type ButtonProps } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useReread } from './useReread.ts';

export interface RunButtonProps<R> extends Omit<ButtonProps, 'onClick' | 'children' | 'loading'> {
  label: string;
  run: () => Promise<R>;
  /** Notification after success. */
  done?: string | ((result: R) => string);
}

/** An action without a dialog: runs, reports the result and reads the page again, also after a failure. */
export const RunButton = <R,>({ label, run, done, ...button }: RunButtonProps<R>) => {
  const notify = useNotify();
  const reread = useReread();
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: result => {
      if (done) notify(typeof done === 'function' ? done(result) : done, { type: 'success' });
      return reread();
    },
    onError: error => {
      notify(error.message, { type: 'error' });
      return reread();
    },
  });
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
