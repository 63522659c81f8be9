import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { saveFile } from '../../shared/saveFile.ts';

/** What visitors see of themselves. */
export type Me = ActionOutput<'appUser', 'getMe'>;

const PAGE_SIZE = 100;

interface Page {
  list: object[];
  next?: string | undefined;
}

/** All pages of a list. */
const all = async (ask: (page: { pageSize: number; after?: string }) => Promise<Page>) => {
  const rows: object[] = [];
  let after: string | undefined;
  do {
    const page = await ask({ pageSize: PAGE_SIZE, ...(after && { after }) });
    rows.push(...page.list);
    after = page.next;
  } while (after);
  return rows;
};

/** A copy of what the service keeps of the visitor, as the visitor's own pages may read it. */
const myData = async (invoke: Invoke) => ({
  account: await invoke('appUser', 'getMe', {}),
  consents: await all(page => invoke('appUser', 'getConsents', page)),
  works: await all(page => invoke('appTask', 'getTasks', page)),
  credits: await all(page => invoke('appUser', 'getLedger', page)),
  orders: await all(page => invoke('appOrder', 'getOrders', page)),
  prints: await all(page => invoke('appPrint', 'getPrintOrders', page)),
  feedback: await all(page => invoke('appUser', 'getFeedbacks', page)),
});

export const saveMyData = async (invoke: Invoke): Promise<void> => {
  const text = JSON.stringify(await myData(invoke), null, 2);
  saveFile(new Blob([text], { type: 'application/json' }), legal.copyFile);
};
