import type { OrderLine } from '#contract/order.ts';
import { printPapers } from '#contract/printPapers.ts';
import type { RefundItem } from '#contract/refund.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { StoredPrintOrder } from '../prints/records.ts';

/** What may be refunded by itself, what was paid for it, and what it has granted. */
export interface RefundLine extends Pick<
  OrderLine,
  'kind' | 'name' | 'filePath' | 'qty' | 'paidFen'
> {
  credits: number;
  days: number;
}

type Goods = Omit<RefundLine, 'paidFen'> & { amountFen: number };
type Items = readonly Pick<RefundItem, 'itemIndex' | 'qty'>[];

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Each with its whole part of a total, in proportion to the weights; together the parts are the total. */
export const inShares = <T>(
  total: number,
  among: readonly T[],
  weightOf: (one: T) => number,
): [T, number][] => {
  const all = Math.max(1, sumOf(among.map(weightOf)));
  let before = 0;
  return among.map(one => {
    const from = before;
    before += weightOf(one);
    return [one, Math.floor((total * before) / all) - Math.floor((total * from) / all)];
  });
};

const SHIPPING = 'shipping' as const;

/**
 * The lines of an order: its items; of prints the photos, then the shipping. Shipping was paid in full, and the discount
 * lowers what was paid for the goods in proportion to their amounts.
 */
export const linesOf = (
  order: Pick<StoredOrder, 'items' | 'payFen'>,
  print: Pick<StoredPrintOrder, 'items'> | null,
): RefundLine[] => {
  const shipping = order.items.filter(({ refId }) => refId === SHIPPING);
  const items = order.items.filter(({ refId }) => refId !== SHIPPING);
  const goods: Goods[] = print
    ? print.items.map(({ filePath, sizeSnap, paper, qty, amountFen }) => ({
        kind: 'photo',
        name: printOrderSentences.itemName(sizeSnap.name, printPapers[paper].label).trim(),
        filePath,
        qty,
        amountFen,
        credits: 0,
        days: 0,
      }))
    : items.map(({ name, qty, amountFen, snapshot }) => ({
        kind: 'item',
        name,
        filePath: '',
        qty,
        amountFen,
        credits: qty * (snapshot.credits + snapshot.giftCredits),
        days: qty * (snapshot.days ?? 0),
      }));
  const carriage = sumOf(shipping.map(({ amountFen }) => amountFen));
  const carried = Math.min(carriage, order.payFen);
  return [
    ...inShares(order.payFen - carried, goods, ({ amountFen }) => amountFen).map(
      ([{ amountFen: _ordered, ...line }, paidFen]) => ({ ...line, paidFen }),
    ),
    ...inShares(carried, shipping, ({ amountFen }) => amountFen).map(
      ([{ name, qty }, paidFen]) => ({
        kind: SHIPPING,
        name,
        filePath: '',
        qty,
        paidFen,
        credits: 0,
        days: 0,
      }),
    ),
  ];
};

const NOTHING = { qty: 0, amountFen: 0 };
const takenOf = ({ refundItems }: Pick<StoredOrder, 'refundItems'>, itemIndex: number) =>
  refundItems.find(item => item.itemIndex === itemIndex) ?? NOTHING;

/** How many of a line no refund has returned or reserved. */
export const leftOf = (
  order: Pick<StoredOrder, 'refundItems'>,
  lines: readonly RefundLine[],
  itemIndex: number,
): number => Math.max(0, (lines[itemIndex]?.qty ?? 0) - takenOf(order, itemIndex).qty);

/** The part of a line's whole that falls to the next so many of it. */
const partOf = (whole: number, line: RefundLine, taken: number, qty: number) =>
  Math.floor((whole * (taken + qty)) / line.qty) - Math.floor((whole * taken) / line.qty);

/** With the last of a line goes what rounding has left of it, so that all of it makes what was paid for it. */
export const amountOf = (
  order: Pick<StoredOrder, 'refundItems'>,
  line: RefundLine,
  { itemIndex, qty }: Items[number],
): number => {
  const taken = takenOf(order, itemIndex);
  const part = partOf(line.paidFen, line, taken.qty, qty);
  const rest = Math.max(0, line.paidFen - taken.amountFen);
  const isRounding = taken.qty + qty === line.qty && rest - part < line.qty;
  return isRounding ? rest : Math.min(part, rest);
};

/** What these items have granted. */
export const grantedBy = (
  order: Pick<StoredOrder, 'refundItems'>,
  lines: readonly RefundLine[],
  items: Items,
) => {
  const part = (what: 'credits' | 'days') =>
    sumOf(
      items.map(({ itemIndex, qty }) => {
        const line = lines[itemIndex];
        return line ? partOf(line[what], line, takenOf(order, itemIndex).qty, qty) : 0;
      }),
    );
  return { credits: part('credits'), days: part('days') };
};

/** The order's `refundItems` once these are counted too (1), or no longer (-1). */
export const recount = (
  counted: readonly RefundItem[],
  items: readonly RefundItem[],
  sign: 1 | -1,
): RefundItem[] => {
  const sums = new Map(counted.map(item => [item.itemIndex, item]));
  for (const { itemIndex, qty, amountFen } of items) {
    const before = sums.get(itemIndex) ?? NOTHING;
    sums.set(itemIndex, {
      itemIndex,
      qty: before.qty + sign * qty,
      amountFen: before.amountFen + sign * amountFen,
    });
  }
  return [...sums.values()].filter(({ qty }) => qty !== 0);
};
