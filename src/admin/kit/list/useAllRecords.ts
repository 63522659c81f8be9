import { useEffect } from 'react';
import { type SortPayload, useGetList, useInfiniteGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { AnyRecord, RecordOf } from '../base/hooks.ts';

export interface AllRecords {
  sort: SortPayload;
  filter?: Record<string, unknown>;
  enabled?: boolean;
}

/** All records of a resource that has hundreds at most; those beyond the first page are asked for one page at a time. */
export const useAllRecords = <R extends AnyRecord>(
  resource: string,
  { sort, filter = {}, enabled = true }: AllRecords,
): RecordOf<R>[] | undefined => {
  const request = { pagination: { page: 1, perPage: MAX_PAGE_SIZE }, sort, filter };
  const { data: first, total = Infinity } = useGetList<RecordOf<R>>(resource, request, { enabled });
  const isLong = first !== undefined && total > first.length;
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteGetList<RecordOf<R>>(
    resource,
    request,
    { enabled: isLong },
  );
  useEffect(() => {
    if (isLong && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isLong, hasNextPage, isFetching, isError, fetchNextPage]);
  return isLong && data ? data.pages.flatMap(page => page.data) : first;
};
