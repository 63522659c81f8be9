import type { ActionInput } from '#contract/index.ts';
import { actors } from '#contract/sentences/actors.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { noteUse } from '../_shared/base/fileUse.ts';
import { planPrintMove } from '../_shared/prints/moves.ts';
import { printOrders, printSizes, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { ownPhotos } from '../_shared/users/ownPhotos.ts';
import { issuesOf, notOwn, photoItem } from './items.ts';

type Wish = ActionInput<'appPrint', 'replacePhoto'>;

const TRIES = 5;
const gone = () => stateNotAllowed(printOrderSentences.photoNotWanted);

/** The last replacement returns the print order to review and restarts its deadline. */
export const replacePhoto = async (
  { itemIndex, filePath, crop }: Wish,
  seen: StoredPrintOrder,
): Promise<StoredPrintOrder> => {
  const photo = (await ownPhotos([filePath], () => Promise.resolve(seen.userId))).get(filePath);
  if (!photo) throw notOwn('filePath');
  const wanted = seen.items[itemIndex];
  if (!wanted) throw gone();
  const size = await printSizes.get(wanted.sizeId);
  const now = Date.now();
  let current = seen;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = current.items[itemIndex];
    if (current.status !== 'on_hold' || before?.itemStatus !== 'bad') throw gone();
    const priced = photoItem({ filePath, crop }, photo, size ?? sizeFrom(before), before);
    const replaced = { ...priced, sizeSnap: before.sizeSnap, itemStatus: 'replaced' as const };
    const items = current.items.map((item, at) => (at === itemIndex ? replaced : item));
    const issues = [
      ...current.issues.map(issue =>
        issue.itemIndex === itemIndex ? { ...issue, resolved: true } : issue,
      ),
      ...issuesOf([replaced], now).map(issue => ({ ...issue, itemIndex })),
    ];
    const after = { ...current, items, issues };
    const patch = {
      items,
      issues,
      files: [...new Set(items.map(item => item.filePath))],
      ...(!items.some(({ itemStatus }) => itemStatus === 'bad') &&
        planPrintMove(
          after,
          { to: 'paid', by: actors.user, reason: printOrderSentences.photosReplaced, now },
          { items, issues },
        )),
    };
    const written = await printOrders.compareAndSet(current._id, { rev: current.rev }, patch);
    if (written) {
      await noteUse(current.files, written.files);
      return written;
    }
    current = (await printOrders.get(current._id)) ?? current;
  }
  throw stateNotAllowed(printOrderSentences.changedMeanwhile);
};

/** For a size that no longer exists: its stored copy is enough. */
const sizeFrom = ({ sizeId, sizeSnap, paper }: StoredPrintOrder['items'][number]) => ({
  _id: sizeId,
  rev: 1,
  createTime: 0,
  updateTime: 0,
  ...sizeSnap,
  dpi: 300,
  ratio: 1,
  minPixelWidth: 0,
  minPixelHeight: 0,
  bleedMm: 0,
  papers: [paper],
  basePriceFen: 0,
  sort: 0,
  status: 'disabled' as const,
  createBy: null,
  updateBy: null,
});
