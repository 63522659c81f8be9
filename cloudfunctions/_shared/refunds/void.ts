import type { ChangeEntry } from '../base/changeRecord.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { moveGrants } from './clawback.ts';
import type { StoredRefund } from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { orderSums } from './sums.ts';

/** Gives a refund up: its amount and what was taken of the user are free again. */
export const voidIn = async (
  transaction: Transaction,
  refund: StoredRefund,
  order: StoredOrder,
  more: Partial<StoredRefund>,
  entry: ChangeEntry,
): Promise<StoredRefund> => {
  const { now } = transaction;
  const given = {
    status: 'voided',
    reserved: false,
    outcomeUnknown: false,
    voidTime: now,
    turn: null,
    queryCount: 0,
    ...more,
  } satisfies Partial<StoredRefund>;
  const { reserved, sums } = orderSums(order, refund, 'voided');
  const grants = await moveGrants(transaction, refund, order, { reserved, succeeded: false });
  const patch = {
    ...given,
    ...grants.ofRefund,
    nextQueryTime: nextQueryTime({ ...refund, ...given }, now),
  };
  if (patch.nextQueryTime !== null) transaction.due('refunds', patch.nextQueryTime);
  await transaction.change('orders', order, { ...sums, ...grants.ofOrder });
  return transaction.change('refunds', refund, patch, entry);
};
