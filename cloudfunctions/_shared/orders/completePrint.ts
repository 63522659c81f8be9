import { orderSentences } from '#contract/sentences/orders.ts';
import type { Actor } from '../base/actor.ts';
import { inTransaction, known } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { advancePrintOrder } from '../prints/advance.ts';
import type { StoredPrintOrder } from '../prints/records.ts';
import { planOrderMove, type StoredOrder } from './orders.ts';

/**
 * The parcel has arrived: the print order is complete, and with it the order it belongs to, in one step. A reprint
 * completes itself only. There already: nothing happens.
 * @param seen the print order as it was read
 * @returns null when there is none
 * @throws 40902
 */
export const completePrintOrder = async (
  seen: StoredPrintOrder,
  actor: Actor,
  reason: string,
): Promise<StoredPrintOrder | null> => {
  const { _id: id, orderId } = seen;
  const { print } = await inTransaction(
    async transaction => {
      const before = await advancePrintOrder(transaction, id, 'completed', actor, reason);
      if (!before || before.status === 'completed') return { print: before, isNew: false };
      const after = await transaction.get<StoredPrintOrder>('printOrders', id);
      const order =
        before.reprintOf || !before.orderId
          ? null
          : await transaction.get<StoredOrder>('orders', before.orderId);
      if (order?.status === 'paid')
        await transaction.change(
          'orders',
          order,
          planOrderMove(
            order,
            'completed',
            actor.name,
            orderSentences.printsCompleted,
            transaction.now,
          ),
          { by: actor, resource: 'order', reason },
        );
      return { print: after, isNew: true };
    },
    {
      known: [known('printOrders', id, seen), known('orders', orderId)],
      beside: async done =>
        done.print && done.isNew && count(done.print.createTime, { completedPrints: 1 }),
    },
  );
  return print;
};
