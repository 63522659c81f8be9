import {
  type QueryClient,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { use, useCallback } from 'react';
import { type RaRecord, useNotify } from 'react-admin';
import { ActedContext } from '../base/ActedContext.ts';

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

/** How long a slow page may delay the end of an action. */
const PATIENCE_MS = 2_000;

const isRecord = (answer: unknown): answer is { _id: string } =>
  typeof answer === 'object' && answer !== null && '_id' in answer && 'rev' in answer;

/** The page of a record shows what an action has answered about it. */
const show = (queryClient: QueryClient, { _id, ...fields }: { _id: string }) =>
  queryClient.setQueriesData<RaRecord>(
    {
      predicate: ({ queryKey: [, method, params] }) =>
        method === 'getOne' && (params as { id: string }).id === _id,
    },
    shown => shown && { ...shown, ...fields },
  );

/**
 * Shows the record that an action has answered, if it is one, then reads the page's data again and waits for them: the
 * next action starts from the new version and does not conflict with this one. `useRefresh` does neither.
 */
export const useReread = () => {
  const queryClient = useQueryClient();
  const acted = use(ActedContext);
  return useCallback(
    (answer?: unknown) => {
      if (isRecord(answer)) {
        acted(answer);
        show(queryClient, answer);
      }
      return Promise.race([
        queryClient.invalidateQueries(),
        new Promise<void>(resolve => setTimeout(resolve, PATIENCE_MS)),
      ]);
    },
    [queryClient, acted],
  );
};
