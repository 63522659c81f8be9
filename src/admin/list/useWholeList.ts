import { useEffect } from 'react';
import { type RaRecord, useInfiniteGetList, useListContext } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';

/** The records of the list around, with those beyond its first page, which are asked for one page after the other. */
export const useWholeList = <R extends RaRecord>(): R[] => {
  const { resource, data = [], total = 0, sort, filterValues } = useListContext<R>();
  const isLong = total > data.length;
  const {
    data: pages,
    hasNextPage,
    isFetching,
    fetchNextPage,
  } = useInfiniteGetList<R>(
    resource,
    {
      pagination: { page: 1, perPage: MAX_PAGE_SIZE },
      sort,
      filter: filterValues as Record<string, unknown>,
    },
    { enabled: isLong },
  );
  useEffect(() => {
    if (isLong && hasNextPage && !isFetching) void fetchNextPage();
  }, [isLong, hasNextPage, isFetching, fetchNextPage]);
  return isLong && pages ? pages.pages.flatMap(page => page.data) : data;
};
