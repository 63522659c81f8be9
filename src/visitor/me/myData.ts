import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';

/** What visitors see of themselves. */
export type Me = ActionOutput<'appUser', 'getMe'>;

const PAGE_SIZE = 100;

export interface Picture {
  path: string;
  /** As it may be loaded: of a work the copy with its mark. */
  src: string;
  time: number;
  /** Where it is put. */
  folder: string;
  /** What the visitor called it, or its work. */
  name: string;
  /** Its name in the archive; '' unless it is there. */
  file: string;
}

interface Page<R> {
  list: R[];
  next?: string | undefined;
}

/** A copy of what the service keeps of the visitor. */
export const myData = async (invoke: Invoke, signal: AbortSignal) => {
  /** All pages of a list. */
  const all = async <R>(ask: (page: { pageSize: number; after?: string }) => Promise<Page<R>>) => {
    const rows: R[] = [];
    let after: string | undefined;
    do {
      signal.throwIfAborted();
      const page = await ask({ pageSize: PAGE_SIZE, ...(after && { after }) });
      rows.push(...page.list);
      after = page.next;
    } while (after);
    return rows;
  };
  return {
    account: await invoke('appUser', 'getMe', {}),
    consents: await all(page => invoke('appUser', 'getConsents', page)),
    works: await all(page => invoke('appTask', 'getTasks', page)),
    credits: await all(page => invoke('appUser', 'getLedger', page)),
    orders: await all(page => invoke('appOrder', 'getOrders', page)),
    prints: await all(page => invoke('appPrint', 'getPrintOrders', page)),
    feedback: await all(page => invoke('appUser', 'getFeedbacks', page)),
    messages: await all(page => invoke('appUser', 'getMessages', page)),
    log: await all(page => invoke('appUser', 'getLog', page)),
    photos: await all(page => invoke('appUpload', 'getPhotos', page)),
  };
};
export type MyData = Awaited<ReturnType<typeof myData>>;
