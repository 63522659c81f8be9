import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** How long a slow page may delay the end of an action. */
const PATIENCE_MS = 2_000;

/**
 * Reads the page's data again and waits for them, so that the next action starts from the new version and does not
 * conflict with this one. `useRefresh` does not wait.
 */
export const useReread = () => {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      Promise.race([
        queryClient.invalidateQueries(),
        new Promise<void>(resolve => setTimeout(resolve, PATIENCE_MS)),
      ]),
    [queryClient],
  );
};
