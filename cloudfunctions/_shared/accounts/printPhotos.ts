import { taskIdOf } from '#contract/file.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import type { Actor } from '../base/actor.ts';
import { changeLatest } from '../base/changeRecord.ts';
import { _ } from '../base/cloud.ts';
import { eraseFiles } from '../base/eraseFiles.ts';
import { filesIn } from '../base/fileUse.ts';
import { pagesOf } from '../base/pages.ts';
import { idsOf, type Query } from '../base/repository.ts';
import { archives } from '../prints/archives.ts';
import { printOrders, type StoredPrintOrder } from '../prints/records.ts';
import { eraseTask } from '../tasks/erase.ts';
import { tasks } from '../tasks/tasks.ts';

export const closed: PrintOrderStatus[] = ['completed', 'cancelled'];
export const isClosed = { status: _.in(closed) };
const PAGE = 50;
/** Archives are kept for a few days. */
const MOST_ARCHIVES = 100;

/** Works whose user has deleted them, or the account, go; those that are still shown go as works do. */
const eraseWorks = async (ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  const hidden = { _id: _.in(ids), visibleTo: '' };
  for (const task of await tasks.find(hidden, { limit: ids.length })) await eraseTask(task);
};

/**
 * A closed print order loses photos, which are erased unless something else names them, with the archives that hold them;
 * then its record says so. Cut off in between, it is repeated.
 */
export const erasePrintPhotos = async (
  { _id }: Pick<StoredPrintOrder, '_id'>,
  by: Actor,
  isGone: (path: string) => boolean = () => true,
): Promise<void> => {
  const print = await printOrders.require(_id);
  const paths = filesIn({ paths: print.items.map(({ filePath }) => filePath) }, ['paths']);
  const gone = new Set(paths.filter(isGone));
  // Nothing is printed from them any more: a reprint finds them gone, or has its own hold on them.
  const left = { files: paths.filter(path => !gone.has(path)) };
  if (!(await printOrders.noteWhile(_id, isClosed, left))) return;
  const taskIds = new Set([...gone].map(filePath => taskIdOf({ filePath })).filter(Boolean));
  await eraseFiles([...gone].filter(filePath => !taskIdOf({ filePath })));
  await eraseWorks([...taskIds]);
  const ofIt = { status: 'ready', orderIds: _id };
  const holding = await archives.find(ofIt, { limit: MOST_ARCHIVES, fields: ['_id'] });
  await archives.noteMany(idsOf(holding), { purgeTime: Date.now() });
  const erasedTime = left.files.length === 0 ? Date.now() : null;
  const plan = ({ items, logistics }: StoredPrintOrder) => ({
    items: items.map(item => (gone.has(item.filePath) ? { ...item, filePath: '' } : item)),
    ...(erasedTime && { erasedTime, logistics: { ...logistics, nextTime: null } }),
  });
  const reason = printOrderSentences.photosErased;
  // The log does not name the photos either.
  await changeLatest(printOrders, print, plan, {
    by,
    resource: 'printOrder',
    reason,
    before: {},
    after: { erasedTime },
  });
};

/** The same for all closed print orders that match. */
export const eraseClosedPrints = async (
  query: Query,
  by: Actor,
  isGone?: (path: string) => boolean,
): Promise<void> => {
  const whose = { ...query, ...isClosed, erasedTime: null };
  const fields = ['items.filePath'];
  for await (const page of pagesOf(printOrders, whose, { limit: PAGE, fields }))
    for (const print of page)
      if (print.items.some(({ filePath }) => filePath && (isGone?.(filePath) ?? true)))
        await erasePrintPhotos(print, by, isGone);
};
