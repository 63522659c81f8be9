import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  RecordContextProvider,
  useDataProvider,
  useGetRecordRepresentation,
  useListContext,
  useNotify,
  useResourceContext,
} from 'react-admin';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { useCan } from '../base/CanAccess.tsx';
import type { AnyRecord, RecordOf } from '../base/hooks.ts';
import { PlainList } from '../base/PlainList.tsx';
import { newPlaces, type Placed } from './newPlaces.ts';
import { SortableList } from './SortableList.tsx';
import { useAllRecords } from './useAllRecords.ts';

/** All records of the list around, and what puts some of them in another order; what is searched for has none. */
export const useOrderedRecords = <R extends AnyRecord & { sort: number }>() => {
  const { filterValues } = useListContext();
  const isSearched = Object.keys(filterValues as object).length > 0;
  const { records, order } = useOrder(useWholeList<R>());
  return { records, order: isSearched ? undefined : order };
};

export interface OrderedRecordsProps<R extends Placed> {
  label: string;
  records: readonly R[];
  order: ((records: R[]) => void) | undefined;
  /** What belongs below a record. */
  below?: (record: R) => ReactNode;
  /** One record, from the record context, with the handle that moves it. */
  children: (handle?: ReactNode) => ReactNode;
}

export const OrderedRecords = <R extends Placed>(props: OrderedRecordsProps<R>) => {
  const { label, records, order, below, children } = props;
  const represent = useGetRecordRepresentation(useResourceContext());
  const mayEdit = useCan()({ action: 'edit' });
  if (!order || !mayEdit)
    return (
      <PlainList {...(label && { 'aria-label': label })}>
        {records.map(record => (
          <RecordContextProvider key={record.id} value={record}>
            <li>
              {children()}
              {order && below?.(record)}
            </li>
          </RecordContextProvider>
        ))}
      </PlainList>
    );
  return (
    <SortableList
      label={label}
      records={records}
      nameOf={record => String(represent(record))}
      onOrder={order}
    >
      {(record, handle) => (
        <>
          <RecordContextProvider value={record}>{children(handle)}</RecordContextProvider>
          {below?.(record)}
        </>
      )}
    </SortableList>
  );
};

/** The records of the list around, with those beyond its first page. */
const useWholeList = <R extends AnyRecord>(): RecordOf<R>[] => {
  const list = useListContext<RecordOf<R>>();
  const { resource, data = [], total = Infinity, sort, filterValues } = list;
  const isLong = total > data.length;
  const all = useAllRecords<R>(resource, {
    sort,
    filter: filterValues as Record<string, unknown>,
    enabled: isLong,
  });
  return isLong && all ? all : data;
};

interface Move<R> {
  /** All records, as they stand after the move. */
  shown: R[];
  moved: { id: Placed['id']; sort: number }[];
}

/**
 * Records in a manual order. A move is shown at once; moves are sent one after the other, and then the server's answer
 * is shown.
 */
const useOrder = <R extends Placed>(records: readonly R[]) => {
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
