/** The lists that a visitor has read. Not `@tanstack/react-query`, because of its size: see `location.ts`. */
import type { PublicTemplate } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { failureMessage } from './failureMessage.ts';

/** Divides evenly into rows of 2, 3, 4 and 6. */
export const PAGE_SIZE = 24;
const MOST_LISTS = 20;
/** After this long a list is read again when its first page is shown. */
const FRESH_MS = 60_000;

export interface TemplateQuery {
  q: string;
  category: string;
}

export interface TemplateListState {
  query: TemplateQuery;
  templates: PublicTemplate[];
  total: number;
  status: 'loading' | 'ready' | 'failed';
  /** Of the pages after the first. */
  more: 'idle' | 'loading' | 'failed' | 'end';
  message: string;
}

/**
 * One search and the pages read so far. Each search has its own list, so a late answer fills the right one; a list that
 * is shown again is as it was left.
 */
export interface TemplateList {
  state: () => TemplateListState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the first page unless it is known, fresh and not being read. */
  open: () => void;
  loadMore: () => void;
  /** Retries what failed. */
  retry: () => void;
}

const createTemplateList = (invoke: Invoke, query: TemplateQuery): TemplateList => {
  const listeners = new Set<() => void>();
  let state: TemplateListState = {
    query,
    templates: [],
    total: 0,
    status: 'loading',
    more: 'idle',
    message: '',
  };
  let pagesRead = 0;
  let readAt = 0;
  let reading = false;

  const set = (change: Partial<TemplateListState>) => {
    state = { ...state, ...change };
    listeners.forEach(listener => listener());
  };

  const read = async (page: number) => {
    if (reading) return;
    reading = true;
    try {
      const { list, total } = await invoke('appTemplate', 'getTemplates', {
        page,
        pageSize: PAGE_SIZE,
        ...(query.q && { q: query.q }),
        ...(query.category && { filter: { categoryIds: query.category } }),
      });
      const before = page === 1 ? [] : state.templates;
      const known = new Set(before.map(({ _id }) => _id));
      // Templates published meanwhile have moved the last of one page onto the next.
      const templates = [...before, ...list.filter(({ _id }) => !known.has(_id))];
      const end = page * PAGE_SIZE >= total || list.length === 0;
      pagesRead = page;
      readAt = Date.now();
      set({ templates, total, status: 'ready', more: end ? 'end' : 'idle' });
    } catch (failure) {
      console.error('templates not loaded', failure);
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
      const tired = pagesRead === 1 && Date.now() - readAt > FRESH_MS;
      if (pagesRead === 0 && state.status === 'failed') set({ status: 'loading' });
      if (pagesRead === 0 || tired) void read(1);
    },
    loadMore,
    retry: () => {
      if (state.status === 'failed') {
        set({ status: 'loading' });
        void read(1);
      } else if (state.more === 'failed') loadMore();
    },
  };
};

export interface TemplateLists {
  of: (query: TemplateQuery) => TemplateList;
  /** A template that some list has read already. */
  known: (id: string) => PublicTemplate | undefined;
}

/** The lists of this visit, the latest few of them. */
export const createTemplateLists = (invoke: Invoke): TemplateLists => {
  const lists = new Map<string, TemplateList>();
  return {
    of: ({ q, category }) => {
      const key = JSON.stringify([q, category]);
      const list = lists.get(key) ?? createTemplateList(invoke, { q, category });
      lists.delete(key);
      lists.set(key, list);
      for (const oldest of lists.keys()) {
        if (lists.size <= MOST_LISTS) break;
        lists.delete(oldest);
      }
      return list;
    },
    known: id => {
      for (const list of lists.values()) {
        const template = list.state().templates.find(({ _id }) => _id === id);
        if (template) return template;
      }
      return undefined;
    },
  };
};
