import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useReread } from './useReread.ts';

export interface RunOptions<R, V> extends Pick<UseMutationOptions<R, Error, V>, 'mutationKey'> {
  run: (chosen: V) => Promise<R>;
  /** Notification after success. */
  done?: string | ((result: R, chosen: V) => string) | undefined;
}

/** An action without a dialog: runs, reports the result and reads the page again, also after a failure. */
export const useRun = <R, V = void>({ run, done, ...options }: RunOptions<R, V>) => {
  const notify = useNotify();
  const reread = useReread();
  return useMutation({
    ...options,
    mutationFn: run,
    onSuccess: (result, chosen) => {
      const shown = reread(result);
      if (done)
        notify(typeof done === 'function' ? done(result, chosen) : done, { type: 'success' });
      return shown;
    },
    onError: error => {
      notify(error.message, { type: 'error' });
      return reread();
    },
  });
};
