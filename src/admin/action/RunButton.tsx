import { Button, type ButtonProps } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'react-admin';
import { SignedOutError } from '#dataProvider/invoke.ts';

export interface RunButtonProps<R> extends Omit<ButtonProps, 'onClick' | 'children' | 'loading'> {
  label: string;
  run: () => Promise<R>;
  /** Said when it is done. */
  done?: string | ((result: R) => string);
}

/** A deed that needs no decision: asks for nothing, says what came of it and reads the page anew either way. */
export const RunButton = <R,>({ label, run, done, ...button }: RunButtonProps<R>) => {
  const notify = useNotify();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: result => {
      if (done) notify(typeof done === 'function' ? done(result) : done, { type: 'success' });
      refresh();
    },
    onError: error => {
      if (error instanceof SignedOutError) return;
      notify(error.message, { type: 'error' });
      refresh();
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
