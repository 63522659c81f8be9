import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { openPrintStatuses, printOrderTransitions } from '#contract/printOrderStates.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { mayMove } from '#contract/states.ts';
import { actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, notFound } from '../_shared/base/errors.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { refundableFen } from '../_shared/orders/refundable.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';
import { asksForGrants, daysLeftOf, takenFrom } from '../_shared/refunds/clawback.ts';
import { dueOf, type RefundDue, type RefundTerms } from '../_shared/refunds/due.ts';
import { linesOf } from '../_shared/refunds/lines.ts';
import { processRefund } from '../_shared/refunds/process.ts';
import type { StoredRefund } from '../_shared/refunds/refunds.ts';
import { unusedOf } from '../_shared/refunds/unused.ts';
import { aboveNow, refundWithin } from '../_shared/refunds/withinLimits.ts';
import { heldNow } from '../_shared/tasks/held.ts';
import { users } from '../_shared/users/ledger.ts';
import type { WechatPay } from '../_shared/wechatPay/client.ts';

/** An order with its prints, reprints included, its refunds, and the payment settings. @throws 40400 */
export const readRefundable = async (id: string) => {
  const belonging = { localField: '_id', foreignField: 'orderId' };
  const [found, { allowPartial, refundReasons }] = await Promise.all([
    orders.getWith<{ prints: StoredPrintOrder; refunds: StoredRefund }>(id, {
      prints: { from: 'printOrders', ...belonging },
      refunds: { from: 'refunds', ...belonging },
    }),
    settingsOf('payment'),
  ]);
  if (!found) throw notFound();
  const { record: order, joined } = found;
  return { order, ...joined, allowPartial, reasons: refundReasons };
};
type Refundable = Awaited<ReturnType<typeof readRefundable>>;

/** The prints that were paid for; reprints were not. */
export const printOf = ({ printOrderId }: StoredOrder, prints: StoredPrintOrder[]) =>
  prints.find(({ _id }) => _id === printOrderId) ?? null;

const found = ({ order, prints, allowPartial, reasons }: Refundable) => {
  const terms: RefundTerms = { allowPartial, lines: linesOf(order, printOf(order, prints)) };
  return { order, prints, terms, reasons };
};

/** What becomes of prints that are not sent yet. */
const effectOnPrints = (prints: StoredPrintOrder[], { items }: RefundDue, leftFen: number) => {
  const unsent = prints.filter(({ status }) => openPrintStatuses.includes(status));
  const isCancelled = ({ status }: StoredPrintOrder) =>
    leftFen === 0 && mayMove(printOrderTransitions, status, 'cancelled');
  return {
    cancelsPrints: unsent.some(isCancelled),
    leavesPrints:
      (leftFen === 0 || items.length > 0) &&
      unsent.some(print => print.status !== 'shipped' && !isCancelled(print)),
  };
};

export const makeRefund = async (
  { id: _id, ...wish }: ActionInput<'adminOrder', 'processRefund'>,
  context: AdminContext,
  { gateway, ...seen }: Refundable & { gateway: () => Promise<WechatPay> },
): Promise<StoredRefund> => {
  const { order, terms, reasons } = found(seen);
  if (wish.reasonCode !== '' && !reasons.includes(wish.reasonCode))
    throw invalid({ reasonCode: refundSentences.reasonGone });
  const by = await actorOf(context);
  const refunding = {
    order,
    amountFen: wish.amountFen,
    isRepeated: isSame(seen, wish.idemKey),
  };
  return refundWithin(context, refunding, decided =>
    processRefund(order, wish, by, { ...terms, ...decided, made: seen.refunds }, gateway),
  );
};

/** Whether a refund with this key has been made. */
const isSame = (seen: Refundable, idemKey: string | undefined): boolean =>
  idemKey !== undefined && seen.refunds.some(refund => refund.idemKey === idemKey);

export const previewRefund = async (
  { id, unused, ...asked }: ActionInput<'adminOrder', 'previewRefund'>,
  context: AdminContext,
): Promise<ActionOutput<'adminOrder', 'previewRefund'>> => {
  const { order, prints, terms } = found(await readRefundable(id));
  const now = Date.now();
  const user = order.userId ? await users.get(order.userId) : null;
  const held = await heldNow(user ?? {});
  const unusedNow = unusedOf(user, order, held, now);
  const due = dueOf(order, unused ? { ...asked, amountFen: unusedNow } : asked, terms, now);
  const leftFen = refundableFen(order) - due.amountFen;
  const taken =
    user && asksForGrants(due.clawback) ? takenFrom(user, order, due.clawback, held, now) : null;
  return {
    ...due,
    unusedFen: unusedNow,
    leftFen,
    creditsTaken: taken ? taken.paid + taken.gift : 0,
    creditsHeld: taken?.ofHeld ?? 0,
    daysTaken: taken?.packageDays ?? 0,
    daysLeft: user ? daysLeftOf(user, order, now) : 0,
    balance: user && user.credits.paid + user.credits.gift,
    ...effectOnPrints(prints, due, leftFen),
    aboveLimit: await aboveNow(context, order, due.amountFen),
  };
};
