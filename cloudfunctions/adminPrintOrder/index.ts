import type { ActionInput } from '#contract/index.ts';
import { printOrderEntity } from '#contract/printOrder.ts';
import { printOrderActions } from '#contract/printOrderActions.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { _ } from '../_shared/base/cloud.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { addRemark } from '../_shared/base/remarks.ts';
import { type Address, addressesOf } from '../_shared/base/storage.ts';
import { notifyUser } from '../_shared/messages/outbox.ts';
import {
  printOrders,
  printQuery,
  printSearch,
  type StoredPrintOrder,
} from '../_shared/prints/records.ts';
import type { StoredRefund } from '../_shared/refunds/refunds.ts';
import { noteLooks } from '../_shared/users/pictureLooks.ts';
import { miniProgram } from '../_shared/weChat/miniProgram.ts';
import { revealAddress, updateAddress } from './address.ts';
import { movePrintOrder, type Notify } from './changePrintOrder.ts';
import { importShipping, loadImport } from './importShipping.ts';
import { createReprint } from './reprint.ts';
import { setShipping } from './shipping.ts';
import { batchUpdateStatus, loadBatch, moveTo } from './status.ts';

/** `P2611…-03-6寸-光面-x2.jpg`: sorts by order and photo, and names size, paper and quantity. */
const nameOf = (
  printNo: string,
  at: number,
  size: string,
  paper: string,
  qty: number,
  path: string,
) =>
  `${printNo}-${String(at + 1).padStart(2, '0')}-${size}-${paper}-x${qty}${path.slice(path.lastIndexOf('.'))}`;

const getPrintFiles = async (
  { ids }: ActionInput<'adminPrintOrder', 'getPrintFiles'>,
  context: AdminContext,
) => {
  const found = await printOrders.find({ _id: _.in(ids) }, { limit: ids.length });
  const orders = ids.flatMap(id => found.find(({ _id }) => _id === id) ?? []);
  const paths = [...new Set(orders.flatMap(({ items }) => items.map(({ filePath }) => filePath)))];
  const [addresses] = await Promise.all([
    paths.length > 0 ? addressesOf(paths) : new Map<string, Address>(),
    noteLooks(
      context,
      orders.map(({ userId }) => userId),
    ),
  ]);
  const list = orders.flatMap(({ _id, printNo, items }) =>
    items.map(({ filePath, sizeSnap, paper, qty, crop }, itemIndex) => {
      const { name: sizeName, pixelWidth, pixelHeight } = sizeSnap;
      const label = printPapers[paper].label;
      return {
        _id,
        printNo,
        itemIndex,
        filePath,
        sizeName,
        paper,
        qty,
        crop,
        pixelWidth,
        pixelHeight,
        fileName: nameOf(printNo, itemIndex, sizeName, label, qty, filePath),
        ...(addresses.get(filePath) ?? { url: '', expireTime: 0 }),
      };
    }),
  );
  return { list };
};

/** Puts the print order on hold, with the photos concerned and the reason; the deadline does not count meanwhile. */
const holdPrintOrder = (
  { itemIndexes, reason, rev }: ActionInput<'adminPrintOrder', 'holdPrintOrder'>,
  context: AdminContext,
  seen: StoredPrintOrder,
): Promise<StoredPrintOrder> => {
  const bad = new Set(itemIndexes);
  if ([...bad].some(at => at >= seen.items.length))
    throw invalid({ itemIndexes: printOrderSentences.chosenPhotosGone });
  const holding = (current: StoredPrintOrder, now: number) => ({
    hold: { time: now, reason },
    items: current.items.map((item, at) =>
      bad.has(at) ? { ...item, itemStatus: 'bad' as const } : item,
    ),
    issues: [
      ...current.issues,
      ...[...bad].map(itemIndex => ({
        code: 'needs_photo' as const,
        desc: reason,
        itemIndex,
        time: now,
        resolved: false,
      })),
    ],
  });
  return movePrintOrder(seen, 'on_hold', { rev, reason }, context, holding, notifyOfHold);
};

const notifyOfHold: Notify = (transaction, { _id, rev, printNo, userId, openid, hold }) =>
  notifyUser(transaction, {
    event: 'printHold',
    key: `${_id}_${rev}`,
    user: { _id: userId, openid },
    subjects: [`print-orders/${_id}`],
    values: { printNo, reason: hold?.reason ?? '' },
  });

const list = listOf<StoredPrintOrder>({ ...printOrderEntity, finds: printSearch });

const notOnHold = () => stateNotAllowed(printOrderSentences.notOnHold);

export const main = defineFunction('adminPrintOrder', printOrderActions, {
  getPrintOrders: ({ q, filter, ...request }) =>
    list({ ...request, q, filter: printQuery(filter) }),

  getPrintOrderById: async ({ id }) => {
    const [found, program] = await Promise.all([
      printOrders.getWith<{ refunds: StoredRefund }>(id, {
        refunds: { from: 'refunds', localField: 'orderId', foreignField: 'orderId' },
      }),
      miniProgram(),
    ]);
    if (!found) throw notFound();
    const { record, joined } = found;
    const refund = record.reprintOf
      ? undefined
      : joined.refunds.find(({ approval }) => approval === 'waiting');
    const waiting = refund ? { refundId: refund._id, askedBy: refund.applyBy } : null;
    return { ...record, isMiniProgramSet: program !== null, waiting };
  },

  updatePrintOrderStatus: onRecord(printOrders, ({ status, ...asked }, context, seen) =>
    moveTo(seen, status, asked, context),
  ),

  batchUpdateStatus: withLoad(loadBatch, batchUpdateStatus),

  holdPrintOrder: onRecord(printOrders, holdPrintOrder),

  resumePrintOrder: onRecord(printOrders, ({ rev, reason }, context, seen) =>
    movePrintOrder(
      seen,
      'paid',
      { rev, reason: reason || printOrderSentences.resumedByAdmin },
      context,
      current => {
        // From every other state only a payment leads there.
        if (current.status !== 'on_hold') throw notOnHold();
        return {};
      },
    ),
  ),

  updateAddress: onRecord(printOrders, updateAddress),

  setShipping: onRecord(printOrders, setShipping),

  importShipping: withLoad(loadImport, importShipping),

  createReprint,

  getPrintFiles,

  revealAddress: onRecord(printOrders, revealAddress),

  addPrintRemark: onRecord(printOrders, ({ text }, context, seen) =>
    addRemark(printOrders, seen, text, context, 'printOrder'),
  ),
});
