import { inTransaction, type Transaction } from '../base/transaction.ts';
import { printGrams, type StoredPrintOrder } from '../prints/records.ts';
import { newOrderNo, orderGrams, type StoredOrder } from './orders.ts';

/** A number is good for one trade: an order whose trade was closed at the gateway is paid under another. */
export const renumbered = (order: StoredOrder, now: number) => {
  const orderNo = newOrderNo(now);
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

/** @returns what has changed; null where it was paid, closed or renumbered meanwhile */
export const renumber = async ({ _id, orderNo }: StoredOrder) =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredOrder>('orders', _id);
    if (before.status !== 'pending' || before.orderNo !== orderNo) return null;
    const patch = renumbered(before, transaction.now);
    await transaction.change('orders', before, patch);
    if (before.printOrderId) await changePrint(transaction, before.printOrderId, patch.orderNo);
    return patch;
  });
