import { type Carrier, carriers, contradicts, isExpressNo } from '#contract/carriers.ts';
import type { ActionInput } from '#contract/index.ts';
import { printOrderSentences, shippingSentences } from '#contract/sentences/printOrders.ts';
import { actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { conflict, invalid } from '../_shared/base/errors.ts';
import { known } from '../_shared/base/transaction.ts';
import { count } from '../_shared/counting/counters.ts';
import { notifyUser } from '../_shared/messages/outbox.ts';
import type { StoredOrder } from '../_shared/orders/orders.ts';
import { uploadLater } from '../_shared/orders/upload.ts';
import { claimExpressNo, releaseExpressNo } from '../_shared/prints/expressNumbers.ts';
import { illegalPrintMove, planPrintMove, withHistory } from '../_shared/prints/moves.ts';
import {
  newBatchNo,
  noLogistics,
  printGrams,
  type StoredPrintOrder,
} from '../_shared/prints/records.ts';
import { changePrintOrder, type Notify } from './changePrintOrder.ts';

/** What is wrong with a number, shown to people; '' when nothing is. */
export const numberProblem = (carrier: Carrier, no: string): string => {
  if (!isExpressNo(no)) return shippingSentences.malformedNumber;
  return contradicts(carrier, no) ? shippingSentences.unlikeCarrier(carriers[carrier].label) : '';
};

/**
 * Ships a print order in production, or corrects the number of a shipped one. The number is claimed first, so that two
 * parcels never have the same one. With `batchNo` production starts in the same change, as that batch.
 */
export const ship = async (
  seen: StoredPrintOrder,
  expressCompany: Carrier,
  expressNo: string,
  rev: number | undefined,
  context: AdminContext,
  batchNo?: string,
): Promise<StoredPrintOrder> => {
  if (rev !== undefined && seen.rev !== rev) throw conflict(seen);
  const { name: by } = await actorOf(context);
  const now = Date.now();
  const start = (current: StoredPrintOrder) =>
    batchNo === undefined
      ? {}
      : planPrintMove(current, { to: 'producing', by, reason: '', now }, { batchNo });
  const { status } = { ...seen, ...start(seen) };
  if (status !== 'producing' && status !== 'shipped') throw illegalPrintMove(status, 'shipped');
  if (!(await claimExpressNo(expressNo, seen)))
    throw invalid({ expressNo: shippingSentences.numberTaken });
  const express = { expressCompany, expressNo };
  const plan = (stored: StoredPrintOrder) => {
    const started = start(stored);
    const current = { ...stored, ...started };
    const found = {
      ...express,
      grams: printGrams({ ...current, ...express }),
      logistics: { ...noLogistics, nextTime: now + environment.LOGISTICS_EVERY_MS },
    };
    const reason = `${carriers[expressCompany].label} ${expressNo}`;
    if (current.status === 'shipped')
      return {
        ...found,
        history: withHistory(current, {
          to: 'shipped',
          by,
          reason: printOrderSentences.corrected(reason),
          now,
        }),
      };
    return { ...started, ...planPrintMove(current, { to: 'shipped', by, reason, now }, found) };
  };
  const isFirst = status === 'producing';
  const written = await changePrintOrder(seen, { rev }, context, plan, afterShipping, {
    also: [known('orders', seen.reprintOf ? '' : seen.orderId)],
    beside: async () => isFirst && count(now, { shippedPrints: 1 }),
  });
  if (!isFirst && seen.expressNo !== expressNo) await releaseExpressNo(seen.expressNo);
  return written;
};

/** WeChat gets a report of the parcel that the user has paid for, not of a reprint. */
const uploadParcel: Notify = async (transaction, { orderId, reprintOf }) => {
  const order =
    orderId && !reprintOf ? await transaction.get<StoredOrder>('orders', orderId) : null;
  const patch = order ? uploadLater(order, transaction.now) : {};
  if (!order || !patch.upload) return;
  transaction.due('uploads', patch.upload.nextTime ?? transaction.now);
  await transaction.change('orders', order, patch);
};

/** Again when the number is corrected. */
const afterShipping: Notify = async (transaction, after) => {
  await notifyOfShipping(transaction, after);
  await uploadParcel(transaction, after);
};

const notifyOfShipping: Notify = (transaction, after) => {
  const { _id, rev, printNo, orderId, userId, openid, expressNo } = after;
  return notifyUser(transaction, {
    event: 'printShipped',
    key: `${_id}_${rev}`,
    user: { _id: userId, openid },
    subjects: [`print-orders/${_id}`, ...(orderId ? [`orders/${orderId}`] : [])],
    values: { printNo, carrier: carriers[after.expressCompany as Carrier].label, expressNo },
  });
};

export const setShipping = async (
  {
    expressCompany,
    expressNo,
    startProduction,
    rev,
  }: ActionInput<'adminPrintOrder', 'setShipping'>,
  context: AdminContext,
  seen: StoredPrintOrder,
): Promise<StoredPrintOrder> => {
  const problem = numberProblem(expressCompany, expressNo);
  if (problem) throw invalid({ expressNo: problem });
  if (seen.expressNo === expressNo && seen.expressCompany === expressCompany) return seen;
  const batchNo = startProduction ? newBatchNo(Date.now()) : undefined;
  return ship(seen, expressCompany, expressNo, rev, context, batchNo);
};
