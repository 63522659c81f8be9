import type { Sample } from '../data.ts';
import type { Work } from '../load.ts';

/** What is the same work for another system; it throws unless that holds as many orders. */
export type Adapter = (url: string, size: number, sample: Sample) => Promise<Record<string, Work>>;

/** More than clients that change at once, so that none comes back to an order before its last answer. */
const CHANGED = 500;
const PAGE = 100;

/**
 * Which version of each order the next change is over.
 * @param read what is stored of these ids
 */
export const createRevisions = async (
  { orderIds }: Sample,
  read: (ids: string[]) => Promise<{ id: string; rev: number }[]>,
) => {
  const revs = new Map<string, number>();
  const ids = orderIds.slice(0, CHANGED);
  for (let from = 0; from < ids.length; from += PAGE)
    for (const { id, rev } of await read(ids.slice(from, from + PAGE))) revs.set(id, rev);
  let at = 0;
  return {
    next: () => {
      const id = ids[at++ % ids.length]!;
      return { id, rev: revs.get(id)! };
    },
    written: ({ id, rev }: { id: string; rev: number }) => void revs.set(id, rev),
  };
};
