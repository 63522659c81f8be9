import { inTransaction, type Transaction } from '../base/transaction.ts';
import { printGrams, type StoredPrintOrder } from '../prints/records.ts';
import { newOrderNo, orderGrams, type StoredOrder } from './orders.ts';

/** A number is good for one trade: an order whose trade was closed at the gateway is paid under another. */
export const renumbered = (order: StoredOrder, now: number, orderNo = newOrderNo(now)) => {
  const grams = orderGrams({ ...order, orderNo });
  return { orderNo, grams, prepayId: '', codeUrl: '', prepayTime: 0, askTime: null };
};

export const renumberedPrint = (print: StoredPrintOrder, orderNo: string) => ({
  orderNo,
  grams: printGrams({ ...print, orderNo }),
});

const changePrint = async (transaction: Transaction, id: string, orderNo: string) => {
  const print = await transaction.require<StoredPrintOrder>('printOrders', id);
  await transaction.change('printOrders', print, renumberedPrint(print, orderNo));
};

/**
 * @param more what changes with it; its number, if it has been paid under one that it had before
 * @returns what has changed; null where it was paid, closed or renumbered meanwhile
 */
export const renumber = async (
  { _id, orderNo }: StoredOrder,
  more: Partial<Pick<StoredOrder, 'orderNo' | 'prepayTime' | 'askTime'>> = {},
) =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredOrder>('orders', _id);
    const isOpen = before.status === 'pending' || (before.status === 'closed' && more.orderNo);
    if (!isOpen || before.orderNo !== orderNo) return null;
    const patch = { ...renumbered(before, transaction.now, more.orderNo), ...more };
    if (patch.askTime !== null) transaction.due('orders', patch.askTime);
    await transaction.change('orders', before, patch);
    if (before.printOrderId) await changePrint(transaction, before.printOrderId, patch.orderNo);
    return patch;
  });
