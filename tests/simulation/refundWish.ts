import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { amountOf, linesOf } from '#cloudfunctions/_shared/refunds/lines.ts';
import type { Random } from '../../scripts/demo/random.ts';
import type { World } from './world.ts';

/** The lines of an order, as the functions see them. */
export const linesIn = (order: StoredOrder, prints: StoredPrintOrder[]) =>
  linesOf(order, prints.find(({ _id }) => _id === order.printOrderId) ?? null);

/**
 * Some of the order's lines, as a dialog that was opened a while ago offers them: often more than is left by now. Now and
 * then for an amount chosen by hand.
 */
export const itemWish = async (world: World, random: Random, order: StoredOrder) => {
  const lines = linesIn(order, await world.rows<StoredPrintOrder>('printOrders'));
  const places = random.sample([...lines.keys()], random.int(1, Math.min(2, lines.length)));
  const items = places.map(itemIndex => ({
    itemIndex,
    qty: random.int(1, lines[itemIndex]!.qty),
  }));
  const made = items.reduce((sum, item) => sum + amountOf(order, lines[item.itemIndex]!, item), 0);
  const freeAmount = random.chance(0.2);
  return { amountFen: freeAmount ? 333 : Math.max(1, made), items, freeAmount };
};
