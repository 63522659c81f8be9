import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RaRecord } from 'react-admin';

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
  return useCallback(
    (answer?: unknown) => {
      if (isRecord(answer)) show(queryClient, answer);
      return Promise.race([
        queryClient.invalidateQueries(),
        new Promise<void>(resolve => setTimeout(resolve, PATIENCE_MS)),
      ]);
    },
    [queryClient],
  );
};
