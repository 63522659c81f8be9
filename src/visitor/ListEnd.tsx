import { type RefObject, useEffect } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { observeVisibility } from '../shared/visibility.ts';
import type { PagedList, PagedState } from './pagedList.ts';

/** Reads the next page when its first position is nearly visible. */
export const useReadAhead = (
  first: RefObject<Element | null>,
  { status, more, items }: PagedState<unknown>,
  onMore: () => void,
) => {
  const count = items.length;
  useEffect(() => {
    if (status !== 'ready' || more !== 'idle' || !first.current) return;
    if (!('IntersectionObserver' in globalThis)) return;
    return observeVisibility(first.current, visible => {
      if (visible) onMore();
    });
  }, [first, status, more, count, onMore]);
};

export interface ListEndProps {
  state: PagedState<unknown>;
  list: Pick<PagedList<never>, 'pageSize' | 'loadMore' | 'retry'>;
  /** How many there are, in words. */
  found: string;
  /** Says nothing where the first page is all. */
  isQuiet?: boolean;
  onRetry?: () => void;
}

export const ListEnd = ({ state, list, found, isQuiet, onRetry = list.retry }: ListEndProps) => {
  const { status, items, more, message } = state;
  if (status !== 'ready' || (isQuiet && more === 'end' && items.length <= list.pageSize))
    return null;
  return (
    <div className="list-end">
      {more === 'end' && (
        <p>
          {visitor.end} · {found}
        </p>
      )}
      {more === 'failed' && <p role="alert">{message}</p>}
      {more === 'loading' && <p role="status">{visitor.loadingMore}</p>}
      {(more === 'idle' || more === 'failed') && (
        <button
          type="button"
          className="button"
          onClick={more === 'idle' ? list.loadMore : onRetry}
        >
          {more === 'idle' ? visitor.loadMore : visitor.retry}
        </button>
      )}
    </div>
  );
};
