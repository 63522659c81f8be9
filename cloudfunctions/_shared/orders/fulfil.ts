import { messageAmount } from '#contract/messageEvents.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { ActionError, stateNotAllowed } from '../base/errors.ts';
import { lockOfUser, withLocks } from '../base/locks.ts';
import { report } from '../base/log.ts';
import { repository, type Stored } from '../base/repository.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { alertAdmins } from '../messages/outbox.ts';
import { advancePrintOrder } from '../prints/advance.ts';
import { post, type Posting, type StoredUser } from '../users/ledger.ts';
import { endAfter, prolonged } from '../users/membership.ts';
import { grantOf } from './grant.ts';
import { planOrderMove, type StoredOrder } from './orders.ts';
import { isWhollyPaidBack } from './refundable.ts';
import { uploadLater } from './upload.ts';

const packages = repository<Stored>('packages');

const postingsOf = (order: StoredOrder, grant: ReturnType<typeof grantOf>): Posting[] => {
  const about = { refType: 'order', refId: order._id, reason: order.items[0]?.name ?? '' };
  return [
    {
      _id: `buy_${order._id}_paid`,
      kind: 'buy',
      bucket: 'paid',
      delta: grant.credits,
      valueFen: order.payFen,
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

interface Fulfilled {
  order: StoredOrder;
  /** null if nothing was granted now. */
  granted: ReturnType<typeof grantOf> | null;
}

const grantTo = async (transaction: Transaction, order: StoredOrder) => {
  const user = await transaction.get<StoredUser>('users', order.userId);
  if (!user || user.status === 'deleted') throw stateNotAllowed(orderSentences.userGone);
  const grant = grantOf(order);
  const patch = membershipOf(user, order, grant.days, transaction.now);
  await post(transaction, user, postingsOf(order, grant), { patch });
  const daysFrom = patch.packageExpireTime ? endAfter(user, 0, transaction.now) : null;
  return { ...grant, daysFrom };
};

/**
 * Grants what a paid order bought: credits and membership, or the move of its print order to production. Once per
 * order: order and ledger record it in one transaction.
 * @throws 40902 when it is not possible; the reason is stored in the order
 */
export const tryFulfil = async (
  { _id: orderId, type, userId }: Pick<StoredOrder, '_id' | 'type' | 'userId'>,
  actor: Actor,
): Promise<StoredOrder> => {
  const store = async (transaction: Transaction): Promise<Fulfilled> => {
    const before = await transaction.require<StoredOrder>('orders', orderId);
    if (before.fulfil.status === 'done') return { order: before, granted: null };
    if (before.status !== 'paid') throw stateNotAllowed(orderSentences.notPaid);
    if (isWhollyPaidBack(before)) throw stateNotAllowed(orderSentences.beingPaidBack);
    const isPrint = before.type === 'print';
    if (isPrint && before.printOrderId)
      await advancePrintOrder(
        transaction,
        before.printOrderId,
        'paid',
        actor.name,
        orderSentences.paidForPrints,
      );
    const grant = isPrint
      ? { credits: 0, giftCredits: 0, days: 0, daysFrom: null }
      : await grantTo(transaction, before);
    const { now } = transaction;
    const patch = {
      // An order for prints is completed when the prints are.
      ...(!isPrint && planOrderMove(before, 'completed', actor.name, orderSentences.granted, now)),
      fulfil: { status: 'done' as const, time: now, error: '', ...grant },
      ...(!isPrint && uploadLater(before, now)),
    };
    const entry = { by: actor, resource: 'order' };
    const order = await transaction.change('orders', before, patch, entry);
    return { order, granted: isPrint ? null : grant };
  };
  const locks = type === 'print' || !userId ? [] : [lockOfUser(userId)];
  const { order } = await withLocks(locks, () => inTransaction(store), {
    afterwards: countGrant,
  });
  return order;
};

const countGrant = async ({ order, granted }: Fulfilled) => {
  if (!granted) return;
  const { credits, giftCredits } = granted;
  const now = Date.now();
  await count(order.payTime ?? now, { grantedCredits: credits + giftCredits });
  if (order.type === 'package')
    for (const { refId, qty } of order.items)
      await packages
        .note(refId, { soldCount: _.inc(qty), lastSoldTime: now })
        .catch(() => undefined);
};

/**
 * The same after a payment, which is valid whatever happens here: a refusal is noted in the order; other errors leave
 * it `pending` for the timer.
 */
export const fulfil = async (order: StoredOrder, actor: Actor): Promise<StoredOrder> => {
  try {
    return await tryFulfil(order, actor);
  } catch (error) {
    if (!(error instanceof ActionError)) {
      report('not fulfilled', error, order._id);
      return order;
    }
    return noteFailure(order, error.message);
  }
};

/** The reason is stored in the order, and administrators are alerted once. */
const noteFailure = ({ _id }: StoredOrder, reason: string): Promise<StoredOrder> =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredOrder>('orders', _id);
    const { status, orderNo, payFen, fulfil: granted } = before;
    if (status !== 'paid' || granted.status === 'done') return before;
    // The timer grants it should the refund not be carried out.
    if (isWhollyPaidBack(before)) return before;
    await alertAdmins(transaction, {
      event: 'fulfilFailed',
      key: _id,
      subjects: [`orders/${_id}`],
      values: { orderNo, amount: messageAmount(payFen), reason },
      path: `orders/${_id}`,
    });
    const failed = { ...granted, status: 'failed' as const, error: reason };
    return transaction.change('orders', before, { fulfil: failed });
  });
