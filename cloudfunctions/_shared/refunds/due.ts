import type { Input } from '#contract/action.ts';
import type { orderActions } from '#contract/order.ts';
import type { RefundItem } from '#contract/refund.ts';
import { proposedClawback } from '#contract/refundTerms.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { invalid, stateNotAllowed } from '../base/errors.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { refundableFen } from '../orders/refundable.ts';
import { amountOf, grantedBy, inShares, leftOf, type RefundLine } from './lines.ts';
import { obstacleTo, reclaimable, type StoredRefund } from './refunds.ts';

/** What is asked for before the amount is known. */
export type RefundAsked = Omit<Input<typeof orderActions.previewRefund>, 'id'>;

/** What a refund rests on beside the order. */
export interface RefundTerms {
  /** From the payment settings. */
  allowPartial: boolean;
  /** Needed for refunds by item. */
  lines: readonly RefundLine[];
  /** How much of one order may be refunded in all without approval; absent for no limit. */
  refundLimitFen?: number | null;
  /** Which limit it is above, in words: it waits for approval. */
  aboveLimit?: string;
  /** The number of the print order that it cancels. */
  printNo?: string;
  /** WeChat's number of a refund that was made there: it is recorded, and never sent. */
  theirs?: string;
  /** It is sent to the gateway as soon as it is stored. */
  isSent?: boolean;
  /** The order's refunds, where they were read with it. */
  made?: readonly StoredRefund[];
  /** `refundWithin` has decided on it; without, no administrator's refund is made. */
  isDecided?: boolean;
}

export interface RefundDue {
  amountFen: number;
  items: RefundItem[];
  clawback: StoredRefund['clawback'];
}

type Wanted = NonNullable<RefundAsked['items']>;

const totalOf = (items: readonly RefundItem[]) =>
  items.reduce((sum, { amountFen }) => sum + amountFen, 0);

/** What the items make. Refunds without items may have left less than that, and no more is refunded than is left. */
const made = (order: StoredOrder, { lines }: RefundTerms, wanted: Wanted): RefundItem[] => {
  if (new Set(wanted.map(({ itemIndex }) => itemIndex)).size < wanted.length)
    throw invalid({ items: refundSentences.repeatedItem });
  let rest = refundableFen(order);
  return wanted.map(({ itemIndex, qty }) => {
    const line = lines[itemIndex];
    if (!line) throw invalid({ items: refundSentences.itemsDiffer });
    const left = leftOf(order, lines, itemIndex);
    if (qty > left) throw invalid({ items: refundSentences.tooManyOfLine(line.name, left) });
    const amountFen = Math.min(rest, amountOf(order, line, { itemIndex, qty }));
    rest -= amountFen;
    return { itemIndex, qty, amountFen };
  });
};

/** An amount chosen by hand, as the request divides it, or else in proportion to what the items make. */
const divided = (amountFen: number, items: RefundItem[], wanted: Wanted): RefundItem[] => {
  const given = wanted.flatMap(item => item.amountFen ?? []);
  const amounts = given.length === items.length ? given : [];
  const weightOf = (item: RefundItem) => (totalOf(items) > 0 ? item.amountFen : item.qty);
  const result = inShares(amountFen, items, weightOf).map(([item, part], at) => ({
    ...item,
    amountFen: amounts[at] ?? part,
  }));
  if (totalOf(result) !== amountFen) throw invalid({ items: refundSentences.itemsSumDiffers });
  return result;
};

const clawbackOf = (
  order: StoredOrder,
  { lines }: RefundTerms,
  { clawback = {} }: RefundAsked,
  { amountFen, items }: Omit<RefundDue, 'clawback'>,
): RefundDue['clawback'] => {
  const left = reclaimable(order);
  const granted = items.length > 0 ? grantedBy(order, lines, items) : undefined;
  const proposed = proposedClawback({ ...order, left }, amountFen, granted);
  const { credits, packageDays, allowNegative } = clawback;
  const taken = {
    credits: credits ?? proposed.credits,
    packageDays: packageDays ?? proposed.packageDays,
    allowNegative: allowNegative ?? proposed.allowNegative,
  };
  if (taken.credits > left.credits)
    throw invalid({ 'clawback.credits': refundSentences.creditsTooMany });
  if (taken.packageDays > left.days)
    throw invalid({ 'clawback.packageDays': refundSentences.daysTooMany });
  return taken;
};

/**
 * What a refund returns and takes back: the one calculation, for its preview and for the refund itself. Without an amount
 * and without items it is all that is left.
 * @throws 40902 or 40001, in words for people
 */
export const dueOf = (
  order: StoredOrder,
  asked: RefundAsked,
  terms: RefundTerms,
  now: number,
): RefundDue => {
  const obstacle = obstacleTo(order, now, undefined, Boolean(terms.theirs));
  if (obstacle) throw stateNotAllowed(obstacle);
  const left = refundableFen(order);
  const { items: wanted = [], freeAmount = false } = asked;
  const items = made(order, terms, wanted);
  const byHand = wanted.length === 0 || freeAmount ? (asked.amountFen ?? left) : undefined;
  const amountFen = byHand ?? totalOf(items);
  if (amountFen > left) throw invalid({ amountFen: refundSentences.amountTooLarge });
  if (amountFen < left && !terms.allowPartial) throw stateNotAllowed(refundSentences.onlyWhole);
  const due = {
    amountFen,
    items: byHand === undefined || wanted.length === 0 ? items : divided(byHand, items, wanted),
  };
  return { ...due, clawback: clawbackOf(order, terms, asked, due) };
};
