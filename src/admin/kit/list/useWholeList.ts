import { type RaRecord, useListContext } from 'react-admin';
import { useAllRecords } from './useAllRecords.ts';

/** The records of the list around, with those beyond its first page. */
export const useWholeList = <R extends RaRecord>(): R[] => {
  const { resource, data = [], total = 0, sort, filterValues } = useListContext<R>();
  const isLong = total > data.length;
  const all = useAllRecords<R>(resource, {
    sort,
    filter: filterValues as Record<string, unknown>,
    enabled: isLong,
  });
  return isLong && all ? all : data;
};
