import { auditRow } from '../audit.ts';
import { _ } from '../cloud.ts';
import { count } from '../counters.ts';
import { ActionError, notFound, stateNotAllowed } from '../errors.ts';
import { post, type Posting, type StoredUser } from '../ledger.ts';
import { advancePrintOrder } from '../printOrders.ts';
import { newId, repository, type Stored } from '../repository.ts';
import { inTransaction, type Transaction } from '../transaction.ts';
import { inTurn, turnOfUser } from '../turns.ts';
import { grantOf } from './grant.ts';
import { type Actor, moved, orders, type StoredOrder } from './orders.ts';

const packages = repository<Stored>('packages');
const DAY = 86_400_000;

const postingsOf = (order: StoredOrder, grant: ReturnType<typeof grantOf>): Posting[] => {
  const about = { refType: 'order', refId: order._id, reason: order.items[0]?.name ?? '' };
  return [
    { _id: `buy_${order._id}_paid`, kind: 'buy', bucket: 'paid', delta: grant.credits, ...about },
    {
      _id: `buy_${order._id}_gift`,
      kind: 'gift',
      bucket: 'gift',
      delta: grant.giftCredits,
      ...about,
    },
  ];
};

/** The membership starts now, or at the end of the current one. */
const membershipOf = (user: StoredUser, order: StoredOrder, days: number, now: number) => {
  const item = order.items.find(({ snapshot }) => (snapshot.days ?? 0) > 0);
  if (!item) return {};
  return {
    packageId: item.refId,
    packageName: item.name,
    packageExpireTime: Math.max(now, user.packageExpireTime ?? 0) + days * DAY,
  };
};

interface Fulfilled {
  order: StoredOrder;
  /** null if nothing was granted now. */
  granted: ReturnType<typeof grantOf> | null;
}

const grantTo = async (transaction: Transaction, order: StoredOrder, now: number) => {
  const user = await transaction.get<StoredUser>('users', order.userId);
  if (!user) throw stateNotAllowed('下单用户已不存在，无法发放');
  const grant = grantOf(order);
  const patch = membershipOf(user, order, grant.days, now);
  await post(transaction, user, postingsOf(order, grant), { now, patch });
  return grant;
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
  const now = Date.now();
  const rowId = newId();
  const store = async (transaction: Transaction): Promise<Fulfilled> => {
    const before = await transaction.get<StoredOrder>('orders', orderId);
    if (!before) throw notFound();
    if (before.fulfil.status === 'done') return { order: before, granted: null };
    if (before.status !== 'paid') throw stateNotAllowed('只有已支付的订单可以发放');
    const isPrint = before.type === 'print';
    if (isPrint && before.printOrderId)
      await advancePrintOrder(transaction, before.printOrderId, 'paid', actor.name, '已支付', now);
    const grant = isPrint
      ? { credits: 0, giftCredits: 0, days: 0 }
      : await grantTo(transaction, before, now);
    const patch = {
      // An order for prints is completed when the prints are.
      ...(!isPrint && moved(before, 'completed', actor.name, '权益已发放', now)),
      fulfil: { status: 'done' as const, time: now, error: '', ...grant },
      rev: before.rev + 1,
      updateTime: now,
    };
    const after: StoredOrder = { ...before, ...patch };
    await transaction.update('orders', orderId, patch);
    const target = { resource: 'order', resourceId: orderId };
    const row = auditRow(actor.context, actor.admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return { order: after, granted: isPrint ? null : grant };
  };
  const turns = type === 'print' || !userId ? [] : [turnOfUser(userId)];
  const { order } = await inTurn(turns, () => inTransaction(store), {
    afterwards: fulfilled => countGrant(fulfilled, now),
  });
  return order;
};

const countGrant = async ({ order, granted }: Fulfilled, now: number) => {
  if (!granted) return;
  const { credits, giftCredits } = granted;
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
      console.error('not fulfilled', order._id, error);
      return order;
    }
    const failed = { ...order.fulfil, status: 'failed' as const, error: error.message };
    const noted = await orders.compareAndSet(
      order._id,
      { status: 'paid', 'fulfil.status': _.neq('done') },
      { fulfil: failed },
    );
    return noted ?? (await orders.get(order._id)) ?? order;
  }
};
