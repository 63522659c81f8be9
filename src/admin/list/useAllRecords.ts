import { useEffect } from 'react';
import { type RaRecord, type SortPayload, useInfiniteGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';

export interface AllRecords {
  sort: SortPayload;
  filter?: Record<string, unknown>;
  enabled?: boolean;
}

/** All records of a resource that has hundreds at most, asked for one page after the other. */
export const useAllRecords = <R extends RaRecord>(
  resource: string,
  { sort, filter = {}, enabled = true }: AllRecords,
): R[] | undefined => {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteGetList<R>(
    resource,
    { pagination: { page: 1, perPage: MAX_PAGE_SIZE }, sort, filter },
    { enabled },
  );
  useEffect(() => {
    if (enabled && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [enabled, hasNextPage, isFetching, isError, fetchNextPage]);
  return data?.pages.flatMap(page => page.data);
};
