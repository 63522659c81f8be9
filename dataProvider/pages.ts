import { MAX_PAGE_SIZE, MAX_SKIPPED } from '#contract/constants.ts';
import type { SignedForRole } from '#contract/signedUrl.ts';

/** What a list's function answers. */
export interface WireList {
  list: ({ _id: string } & Record<string, unknown>)[];
  total: number;
  next?: string;
  counts?: Record<string, number>;
  pictures?: SignedForRole[];
}

export interface PageRequest {
  page?: number;
  pageSize?: number;
  after?: string;
  withCounts?: boolean;
  withPictures?: boolean;
  exactTotal?: boolean;
  filter?: Record<string, unknown>;
  sort?: object;
}

/** Where the ends of pages are kept, so that a page far behind is found again after it was loaded anew. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

const MAX_LISTS = 20;
/**
 * The ends of this many latest pages are kept, and of every tenth page before, so that earlier pages stay reachable.
 */
const LATEST = 50;
const EVERY = 10;
/** Pages of `MAX_PAGE_SIZE` that are passed to reach one whose beginning is not known. */
const MAX_PASSED = 10;
/** Their place in the storage; to be cleared where a session ends. */
export const LIST_PAGES = 'list-pages';

type Ends = [page: number, next: string][];

/**
 * Reads pages by their number. The first few are counted from the beginning; those behind go on from the end of a page
 * that was read before, or pass what lies between. One too far for that is left to the function, which refuses it.
 * @param name of the list and what it is filtered by, in its order
 */
export const createPages = (storage?: PageStorage) => {
  const lists = new Map<string, Ends>(readLists(storage));

  const remember = (name: string, page: number, next: string | undefined) => {
    if (next === undefined) return;
    const others = (lists.get(name) ?? []).filter(([at]) => at !== page);
    lists.delete(name);
    const ends: Ends = [...others, [page, next]];
    const isKept = ([at]: Ends[number], nth: number) =>
      nth >= ends.length - LATEST || at % EVERY === 0;
    lists.set(name, ends.filter(isKept));
    for (const oldest of [...lists.keys()].slice(0, -MAX_LISTS)) lists.delete(oldest);
    storage?.setItem(LIST_PAGES, JSON.stringify([...lists]));
  };

  const nearestBefore = (name: string, page: number) =>
    (lists.get(name) ?? []).filter(([at]) => at < page).sort(([a], [b]) => b - a)[0];

  return async <R extends PageRequest>(
    name: string,
    request: R,
    read: (request: R) => Promise<WireList>,
  ): Promise<WireList> => {
    const { page = 1, pageSize = MAX_PAGE_SIZE } = request;
    const readWhole = async (asked: R) => {
      const answer = await read(asked);
      remember(name, page, answer.next);
      return answer;
    };
    const counted = Math.floor(MAX_SKIPPED / pageSize) + 1;
    if (page <= counted) return readWhole(request);
    const passing = { ...request, withCounts: undefined, withPictures: undefined };
    const [known, end] = nearestBefore(name, page) ?? [
      counted,
      (await read({ ...passing, page: counted })).next,
    ];
    let left = (page - 1 - known) * pageSize;
    if (left > MAX_PASSED * MAX_PAGE_SIZE) return readWhole(request);
    let after = end;
    for (; left > 0 && after !== undefined; left -= MAX_PAGE_SIZE) {
      const size = Math.min(left, MAX_PAGE_SIZE);
      ({ next: after } = await read({ ...passing, page: 1, pageSize: size, after }));
    }
    if (after === undefined) return { ...(await read({ ...request, page: 1 })), list: [] };
    return readWhole({ ...request, page: 1, after });
  };
};

/** What other code or another version has left there counts as nothing. */
const readLists = (storage: PageStorage | undefined): [string, Ends][] => {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(LIST_PAGES) ?? '[]');
    return isLists(kept) ? kept : [];
  } catch {
    return [];
  }
};

const isPair = (value: unknown): value is [unknown, unknown] =>
  Array.isArray(value) && value.length === 2;
const isLists = (value: unknown): value is [string, Ends][] =>
  Array.isArray(value) &&
  value.every(
    list =>
      isPair(list) &&
      typeof list[0] === 'string' &&
      Array.isArray(list[1]) &&
      list[1].every(end => isPair(end) && typeof end[0] === 'number' && typeof end[1] === 'string'),
  );
