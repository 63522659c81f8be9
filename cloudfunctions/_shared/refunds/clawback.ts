import { post, type StoredUser } from '../ledger.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { Transaction } from '../transaction.ts';
import { userLogRow } from '../userLog.ts';
import type { StoredRefund } from './refunds.ts';

const DAY = 86_400_000;

/** Bought credits first, up to the number granted by the order; then gifts. */
const split = (refund: StoredRefund, order: StoredOrder, user: StoredUser) => {
  const { credits, allowNegative } = refund.clawback;
  const paid = Math.min(credits, order.fulfil.credits);
  const gift = credits - paid;
  if (allowNegative) return { paid, gift };
  return {
    paid: Math.min(paid, Math.max(0, user.credits.paid)),
    gift: Math.min(gift, Math.max(0, user.credits.gift)),
  };
};

/** Days are subtracted from the end of the membership; if it has then ended, it is removed. */
const withoutDays = (user: StoredUser, days: number, now: number) => {
  if (days === 0 || !user.packageExpireTime) return {};
  const packageExpireTime = user.packageExpireTime - days * DAY;
  return packageExpireTime > now
    ? { packageExpireTime }
    : { packageId: '', packageName: '', packageExpireTime: null };
};

/**
 * Takes back the grants of a refunded order and updates the user's figures, in the transaction that records the
 * success. The ledger lines contain the refund's number, so a second call takes nothing.
 */
export const takeBack = async (
  transaction: Transaction,
  refund: StoredRefund,
  order: StoredOrder,
  now: number,
  logId: string,
): Promise<NonNullable<StoredRefund['clawedBack']>> => {
  const user = order.userId ? await transaction.get<StoredUser>('users', order.userId) : null;
  if (!user) return { paid: 0, gift: 0, packageDays: 0 };
  const { paid, gift } = split(refund, order, user);
  const about = { refType: 'refund', refId: refund._id, reason: refund.reason };
  await post(
    transaction,
    user,
    [
      { _id: `${refund._id}_paid`, kind: 'refund_order', bucket: 'paid', delta: -paid, ...about },
      { _id: `${refund._id}_gift`, kind: 'refund_order', bucket: 'gift', delta: -gift, ...about },
    ],
    {
      now,
      allowNegative: true,
      patch: {
        ...withoutDays(user, refund.clawback.packageDays, now),
        'stats.refundFen': user.stats.refundFen + refund.amountFen,
      },
    },
  );
  const entry = {
    type: 'refund',
    title: '退款成功',
    refType: 'refund',
    refId: refund._id,
  } as const;
  await transaction.insert('userLogs', userLogRow(user, entry, now, logId));
  return { paid, gift, packageDays: refund.clawback.packageDays };
};
