import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify, useResourceContext } from 'react-admin';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { newPlaces, type Placed } from './newPlaces.ts';

interface Move<R> {
  /** All records, as they stand after the move. */
  shown: R[];
  moved: { id: Placed['id']; sort: number }[];
}

/**
 * Records in a manual order. A move is shown at once; moves are sent one after the other, and then the server's answer
 * is shown.
 */
export const useOrder = <R extends Placed>(records: readonly R[]) => {
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `order ${resource}` },
    mutationFn: ({ moved }: Move<R>) => dataProvider.setOrder(resource, moved),
    onError: error => notify(error.message, { type: 'error' }),
    // The records' versions are outdated until the list is read again.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [resource] }),
  });
  const shown: readonly R[] = isPending && variables ? variables.shown : records;

  /** Some of the records in their new order among themselves. */
  const order = (some: readonly R[]) => {
    const before = new Map(shown.map(({ id, sort }) => [id, sort]));
    const placed = newPlaces(some);
    const moved = placed
      .filter(({ id, sort }) => before.get(id) !== sort)
      .map(({ id, sort }) => ({ id, sort }));
    if (moved.length === 0) return;
    const now = new Map(placed.map(record => [record.id, record]));
    mutate({ moved, shown: shown.map(record => now.get(record.id) ?? record) });
  };
  return { records: [...shown].sort((a, b) => b.sort - a.sort), order };
};
