import { useCallback, useEffect } from 'react';
import { useStore } from '../shared/store.ts';
import type { PagedList } from './pagedList.ts';
import { useReconnected } from './useReconnected.ts';

/** The list as read so far: opened when it is shown, and asked again when the network returns. */
export const usePagedList = <T>(list: PagedList<T>) => {
  const state = useStore(list);
  useEffect(() => list.open(), [list]);
  const retry = useCallback(() => {
    list.retry();
    list.open();
  }, [list]);
  useReconnected(retry);
  return { state, retry };
};
