import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import {
  RecordContextProvider,
  useGetRecordRepresentation,
  useListContext,
  useResourceContext,
} from 'react-admin';
import type { Placed } from './newPlaces.ts';
import { SortableList } from './SortableList.tsx';
import { useOrder } from './useOrder.ts';
import { useWholeList } from './useWholeList.ts';

/** All records of the list around, and what puts some of them in another order; what is searched for has none. */
export const useOrderedRecords = <R extends Placed>() => {
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
  if (!order)
    return (
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {records.map(record => (
          <RecordContextProvider key={record.id} value={record}>
            <li>{children()}</li>
          </RecordContextProvider>
        ))}
      </Box>
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
