/** Lists that are read page by page. Not `@tanstack/react-query`, because of its size: see `location.ts`. */
import { failureMessage } from './failureMessage.ts';

export interface PagedState<T> {
  items: T[];
  total: number;
  status: 'loading' | 'ready' | 'failed';
  /** Of the pages after the first. */
  more: 'idle' | 'loading' | 'failed' | 'end';
  message: string;
}

/** The pages read so far; a list that is shown again is as it was left. */
export interface PagedList<T> {
  state: () => PagedState<T>;
  subscribe: (listener: () => void) => () => void;
  /** Reads the first page unless it is known, fresh and not being read. */
  open: () => void;
  loadMore: () => void;
  /** Retries what failed. */
  retry: () => void;
  /** Shows newer versions of items that it has. */
  put: (items: T[]) => void;
  /** Takes out what has been deleted, also from answers under way; open it afterwards, to fill the gap. */
  remove: (ids: readonly string[]) => void;
}

export interface PagedListOptions<T> {
  read: (page: number) => Promise<{ list: T[]; total: number }>;
  pageSize: number;
  /** After this long the first page is read again when the list is opened. */
  freshMs: number;
}

export const createPagedList = <T extends { _id: string }>({
  read: readPage,
  pageSize,
  freshMs,
}: PagedListOptions<T>): PagedList<T> => {
  const listeners = new Set<() => void>();
  const removed = new Set<string>();
  let state: PagedState<T> = { items: [], total: 0, status: 'loading', more: 'idle', message: '' };
  let pagesRead = 0;
  let readAt = 0;
  let reading = false;

  const set = (change: Partial<PagedState<T>>) => {
    state = { ...state, ...change };
    listeners.forEach(listener => listener());
  };

  const read = async (page: number) => {
    if (reading) return;
    reading = true;
    try {
      const { list, total } = await readPage(page);
      const here = list.filter(({ _id }) => !removed.has(_id));
      const again = page === 1;
      // What was added meanwhile has moved the last of one page onto the next.
      const known = new Set((again ? here : state.items).map(({ _id }) => _id));
      const others = (again ? state.items : here).filter(({ _id }) => !known.has(_id));
      const older = state.items.length > pageSize ? others : [];
      const items = again ? [...here, ...older] : [...state.items, ...others];
      pagesRead = Math.max(pagesRead, page);
      readAt = Date.now();
      const end = pagesRead * pageSize >= total || list.length === 0;
      const left = total - (list.length - here.length);
      set({ items, total: left, status: 'ready', more: end ? 'end' : 'idle' });
    } catch (failure) {
      console.error('list not loaded', failure);
      const message = failureMessage(failure);
      if (page > 1) set({ more: 'failed', message });
      else if (pagesRead === 0) set({ status: 'failed', message });
    } finally {
      reading = false;
    }
  };

  const loadMore = () => {
    if (reading || state.status !== 'ready' || state.more === 'end') return;
    set({ more: 'loading' });
    void read(pagesRead + 1);
  };

  return {
    state: () => state,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      if (pagesRead === 0 && state.status === 'failed') set({ status: 'loading' });
      if (pagesRead === 0 || Date.now() - readAt >= freshMs) void read(1);
    },
    loadMore,
    retry: () => {
      if (state.status === 'failed') {
        set({ status: 'loading' });
        void read(1);
      } else if (state.more === 'failed') loadMore();
    },
    put: items => {
      const newer = new Map(items.map(item => [item._id, item]));
      set({ items: state.items.map(item => newer.get(item._id) ?? item) });
    },
    remove: ids => {
      for (const id of ids) removed.add(id);
      const items = state.items.filter(({ _id }) => !removed.has(_id));
      // What is left has moved to earlier pages.
      pagesRead = Math.min(pagesRead, Math.max(1, Math.floor(items.length / pageSize)));
      set({ items, total: state.total - (state.items.length - items.length) });
    },
  };
};
