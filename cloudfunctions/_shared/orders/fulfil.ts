import { messageAmount } from '#contract/messageEvents.ts';
import type { Preset } from '#contract/preset.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { DAY_MS, HOUR_MS } from '#contract/shanghai.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { ActionError, stateNotAllowed } from '../base/errors.ts';
import { dueLease } from '../base/lease.ts';
import { lockOfUser } from '../base/locks.ts';
import { report } from '../base/log.ts';
import { repository, type Stored } from '../base/repository.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { countUse } from '../counting/uses.ts';
import { alertAdmins } from '../messages/outbox.ts';
import { advancePrintOrder } from '../prints/advance.ts';
import { beginBought, preparedTask } from '../tasks/bought.ts';
import { post, type Posting, type StoredUser } from '../users/ledger.ts';
import { endAfter, prolonged } from '../users/membership.ts';
import { grantLeft, type grantOf } from './grant.ts';
import { forgetPurchase, orders, planOrderMove, type StoredOrder } from './orders.ts';
import { isWhollyPaidBack } from './refundable.ts';
import { uploadLater } from './upload.ts';

const packages = repository<Stored>('packages');

/** So long the call that recorded a payment may take to grant what was bought; then the job does it. */
export const PATIENCE_MS = 30_000;

const postingsOf = (order: StoredOrder, grant: ReturnType<typeof grantOf>): Posting[] => {
  const bought = order.items[0]?.name ?? '';
  const about = { refType: 'order', refId: order._id, reason: bought, userNote: bought };
  return [
    {
      _id: `buy_${order._id}_paid`,
      kind: 'buy',
      bucket: 'paid',
      delta: grant.credits,
      valueFen: order.payFen - order.refundedFen,
      ...about,
    },
    {
      _id: `buy_${order._id}_gift`,
      kind: 'gift',
      bucket: 'gift',
      delta: grant.giftCredits,
      ...about,
    },
  ];
};

/** What the days of an order add to the user's membership. */
const membershipOf = (user: StoredUser, order: StoredOrder, days: number, now: number) => {
  const item = order.items.find(({ snapshot }) => (snapshot.days ?? 0) > 0);
  const bought = item && { packageId: item.refId, packageName: item.name };
  return bought ? prolonged(user, bought, days * DAY_MS, now) : {};
};

export interface Fulfilled {
  order: StoredOrder;
  /** null if nothing was granted now. */
  granted: ReturnType<typeof grantOf> | null;
  /** The preset of the task that was begun. */
  preset?: Preset | null | undefined;
}

const noGrant = { credits: 0, giftCredits: 0, days: 0, daysFrom: null };

/** @throws 40902 for one who has deleted the account */
const buyerOf = async (transaction: Transaction, order: StoredOrder): Promise<StoredUser> => {
  const user = await transaction.get<StoredUser>('users', order.userId);
  if (!user || user.status === 'deleted') throw stateNotAllowed(orderSentences.userGone);
  return user;
};

const begin = async (
  transaction: Transaction,
  order: StoredOrder,
  prepared: Awaited<ReturnType<typeof preparedTask>>,
) => beginBought(transaction, order, await buyerOf(transaction, order), prepared);

const grantTo = async (transaction: Transaction, order: StoredOrder) => {
  const user = await buyerOf(transaction, order);
  const grant = grantLeft(order);
  const patch = membershipOf(user, order, grant.days, transaction.now);
  await post(transaction, user, postingsOf(order, grant), { patch });
  const daysFrom = patch.packageExpireTime ? endAfter(user, 0, transaction.now) : null;
  return { ...grant, daysFrom };
};

/**
 * Grants what a paid order bought: credits and membership, a task, or the move of its print order to production. Once per
 * order: the order and what it grants are recorded in one transaction.
 * @param before the order as the transaction has it
 * @throws 40902 when it is not possible
 */
export const fulfilIn = async (
  transaction: Transaction,
  before: StoredOrder,
  actor: Actor,
  prepared: Awaited<ReturnType<typeof preparedTask>> | null = null,
): Promise<Fulfilled> => {
  const isTask = before.type === 'template';
  if (before.fulfil.status === 'done') return { order: before, granted: null };
  if (before.status !== 'paid') throw stateNotAllowed(orderSentences.notPaid);
  if (waitsForRefund(before)) throw stateNotAllowed(orderSentences.refundOpen);
  const isPrint = before.type === 'print';
  if (before.printOrderId)
    await advancePrintOrder(
      transaction,
      before.printOrderId,
      'paid',
      actor,
      orderSentences.paidForPrints,
    );
  const grant = isPrint || isTask ? noGrant : await grantTo(transaction, before);
  const task = prepared && {
    taskId: await begin(transaction, before, prepared),
    ...forgetPurchase(before),
  };
  const { now } = transaction;
  const done = isTask ? orderSentences.begun : orderSentences.granted;
  const patch = {
    // An order for prints is completed when the prints are.
    ...(!isPrint && planOrderMove(before, 'completed', actor.name, done, now)),
    ...task,
    fulfil: { status: 'done' as const, time: now, error: '', nextTime: null, ...grant },
    ...(!isPrint && uploadLater(before, now)),
  };
  if (patch.upload) transaction.due('uploads', patch.upload.nextTime ?? now);
  const entry = { by: actor, resource: 'order' };
  const order = await transaction.change('orders', before, patch, entry);
  return { order, granted: isPrint || isTask ? null : grant, preset: prepared?.preset };
};

/** The same by itself; the reason of a refusal is for its caller to store. */
export const tryFulfil = async (seen: StoredOrder, actor: Actor): Promise<StoredOrder> => {
  const { _id, type, userId, printOrderId } = seen;
  const isDone = type !== 'template' || seen.fulfil.status === 'done';
  const prepared = isDone ? null : await preparedTask(seen);
  const { order } = await inTransaction(
    async transaction =>
      fulfilIn(transaction, await transaction.require<StoredOrder>('orders', _id), actor, prepared),
    {
      known: [
        known('orders', _id, seen),
        known('users', userId),
        known('printOrders', printOrderId),
      ],
      locks: type === 'print' || !userId ? [] : [lockOfUser(userId)],
      beside: countGrant,
    },
  );
  return order;
};

/** What a killed call loses of it is counted anew. */
export const countGrant = async ({ order, granted, preset }: Fulfilled): Promise<void> => {
  if (preset) await countUse('templatePresets', preset._id);
  if (!granted) return;
  const { credits, giftCredits } = granted;
  const now = Date.now();
  const sold = order.type === 'package' ? order.items : [];
  await Promise.all([
    count(order.payTime ?? now, { grantedCredits: credits + giftCredits }),
    ...sold.map(({ refId, qty }) =>
      packages.note(refId, { soldCount: _.inc(qty), lastSoldTime: now }).catch(() => undefined),
    ),
  ]);
};

/**
 * The same after a payment, which is valid whatever happens here: a refusal is noted in the order; other errors leave
 * it `pending` for the job.
 */
export const fulfil = async (order: StoredOrder, actor: Actor): Promise<StoredOrder> => {
  try {
    return await tryFulfil(order, actor);
  } catch (error) {
    if (!(error instanceof ActionError)) {
      report('not fulfilled', error, order._id);
      return order;
    }
    return noteFailure(order, error.message, actor);
  }
};

const alert = (transaction: Transaction, order: StoredOrder, reason: string): Promise<void> => {
  const { _id, orderNo, payFen } = order;
  return alertAdmins(transaction, {
    event: 'fulfilFailed',
    key: _id,
    subjects: [`orders/${_id}`],
    values: { orderNo, amount: messageAmount(payFen), reason },
    path: `orders/${_id}`,
  });
};

/** The reason is stored in the order, and administrators are alerted once. What waits for a refund goes on waiting. */
const noteFailure = ({ _id }: StoredOrder, reason: string, actor: Actor): Promise<StoredOrder> =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredOrder>('orders', _id);
    const { status, fulfil: granted } = before;
    const entry = { by: actor, resource: 'order', reason };
    if (granted.status === 'done' || granted.status === 'none') return before;
    if (status === 'refunded')
      return transaction.change('orders', before, notGranted(before), entry);
    if (status !== 'paid' || waitsForRefund(before)) return before;
    // The money of a task that cannot be made goes back by itself; everything else is for an administrator.
    const isReturned = before.type === 'template';
    if (isReturned) transaction.due('orders');
    else await alert(transaction, before, reason);
    const nextTime = isReturned ? transaction.now : null;
    const failed = { ...granted, status: 'failed' as const, error: reason, nextTime };
    const forgotten = isReturned ? forgetPurchase(before) : {};
    return transaction.change('orders', before, { fulfil: failed, ...forgotten }, entry);
  });

/** The money of an order went back before anything was granted. */
export const notGranted = (before: StoredOrder) => ({
  fulfil: {
    ...before.fulfil,
    status: 'none' as const,
    error: orderSentences.notGranted,
    nextTime: null,
  },
  ...forgetPurchase(before),
});

/** How much of it is granted is known only when its refund has ended; prints are made, but where all of the money goes back. */
const waitsForRefund = (order: StoredOrder) =>
  order.type === 'print'
    ? isWhollyPaidBack(order)
    : order.refundingFen > 0 || order.openRefundId !== '';

const LEAST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;

const lease = dueLease(orders, 'fulfil.nextTime', () => LEAST_WAIT_MS);

/**
 * Once more, for what a crash interrupted or a refund holds up. The time of the next try is noted first, further away
 * the longer it lasts, so that no order that fails again and again keeps others waiting. Administrators are alerted after
 * an hour.
 */
export const fulfilAgain = async (seen: StoredOrder, actor: Actor): Promise<void> => {
  const now = Date.now();
  const age = now - (seen.payTime ?? seen.createTime);
  const wait = Math.min(LONGEST_WAIT_MS, Math.max(LEAST_WAIT_MS, age / 4));
  const claimed = await lease.take(seen, {}, Math.round(wait));
  if (!claimed) return;
  const order = await fulfil(claimed, actor);
  if (order.fulfil.status !== 'pending' || waitsForRefund(order) || age < HOUR_MS) return;
  await inTransaction(transaction => alert(transaction, order, orderSentences.grantDelayed));
};
