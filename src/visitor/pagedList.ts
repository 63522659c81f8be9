/** Lists that are read page by page. Not `@tanstack/react-query`, because of its size: see `location.ts`. */
import { createStore, type Store } from '../shared/store.ts';
import { failureMessage } from './failureMessage.ts';

export interface PagedState<T> {
  items: T[];
  /** Comes with the first page, counted up to `MAX_TOTAL`. */
  total: number;
  status: 'loading' | 'ready' | 'failed';
  /** State of the pages after the first. */
  more: 'idle' | 'loading' | 'failed' | 'end';
  message: string;
}

/** The pages read so far; a list that is shown again is as it was left. */
export interface PagedList<T> extends Store<PagedState<T>> {
  /** Reads the first page unless it is known, fresh and not being read. */
  open: () => void;
  loadMore: () => void;
  /** Retries what failed. */
  retry: () => void;
  /** Shows newer versions of items that it has. */
  put: (items: T[]) => void;
  /** Size of the first page. */
  pageSize: number;
  /** Takes out what has been deleted, also from answers under way; open it afterwards, to fill the gap. */
  remove: (ids: readonly string[]) => void;
}

export interface PagedListOptions<T> {
  /** `after` is the `next` of the page before; none for the first. */
  read: (page: { pageSize: number; after?: string }) => Promise<{
    list: T[];
    total: number;
    next?: string | undefined;
  }>;
  pageSize: number;
  /** After this long the first page is read again when the list is opened. */
  freshMs?: number;
}

export const createPagedList = <T extends { _id: string }>({
  read: readPage,
  pageSize,
  freshMs = 0,
}: PagedListOptions<T>): PagedList<T> => {
  const nothing: PagedState<T> = {
    items: [],
    total: 0,
    status: 'loading',
    more: 'idle',
    message: '',
  };
  const { set: put, state, subscribe } = createStore(nothing);
  const removed = new Set<string>();
  let isRead = false;
  /** Where the page after the last one begins. */
  let next: string | undefined;
  let readAt = 0;
  let reading = false;

  const set = (change: Partial<PagedState<T>>) => put({ ...state(), ...change });

  const read = async (after?: string) => {
    if (reading) return;
    reading = true;
    try {
      const answer = await readPage({ pageSize, ...(after && { after }) });
      const here = answer.list.filter(({ _id }) => !removed.has(_id));
      const isFirst = after === undefined;
      const older = isFirst && state().items.length > pageSize;
      if (!older) next = answer.next;
      const [first, second] = isFirst ? [here, older ? state().items : []] : [state().items, here];
      // What was added meanwhile may be in both.
      const known = new Set(first.map(({ _id }) => _id));
      const items = [...first, ...second.filter(({ _id }) => !known.has(_id))];
      isRead = true;
      readAt = Date.now();
      const total = isFirst ? answer.total - (answer.list.length - here.length) : state().total;
      set({ items, total, status: 'ready', more: next === undefined ? 'end' : 'idle' });
    } catch (failure) {
      console.error('list not loaded', failure);
      const message = failureMessage(failure);
      if (after !== undefined) set({ more: 'failed', message });
      else if (!isRead) set({ status: 'failed', message });
    } finally {
      reading = false;
    }
  };

  const loadMore = () => {
    if (reading || state().status !== 'ready' || next === undefined) return;
    set({ more: 'loading' });
    void read(next);
  };

  return {
    pageSize,
    state,
    subscribe,
    open: () => {
      if (!isRead && state().status === 'failed') set({ status: 'loading' });
      if (!isRead || Date.now() - readAt >= freshMs) void read();
    },
    loadMore,
    retry: () => {
      if (state().status === 'failed') {
        set({ status: 'loading' });
        void read();
      } else if (state().more === 'failed') loadMore();
    },
    put: items => {
      const newer = new Map(items.map(item => [item._id, item]));
      set({ items: state().items.map(item => newer.get(item._id) ?? item) });
    },
    remove: ids => {
      for (const id of ids) removed.add(id);
      const items = state().items.filter(({ _id }) => !removed.has(_id));
      set({ items, total: state().total - (state().items.length - items.length) });
    },
  };
};
