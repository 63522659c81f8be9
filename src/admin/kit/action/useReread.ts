import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** How long a page that is slow to read holds up what was done. */
const PATIENCE_MS = 2_000;

/**
 * Reads anew what the page shows, and waits until it shows it: whoever acts next must build upon what there is now,
 * not meet their own change as somebody else's. `useRefresh` does not wait.
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
