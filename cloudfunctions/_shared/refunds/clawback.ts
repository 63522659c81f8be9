import { creditsTaken } from '#contract/refundTerms.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { Transaction } from '../base/transaction.ts';
import { userLogRow } from '../users/userLog.ts';
import type { StoredRefund } from './refunds.ts';

/** Days of membership are taken off its end; what has ended then is no membership any more. */
const withoutDays = (user: StoredUser, days: number, now: number) => {
  if (days === 0 || !user.packageExpireTime) return {};
  const packageExpireTime = user.packageExpireTime - days * DAY_MS;
  return packageExpireTime > now
    ? { packageExpireTime }
    : { packageId: '', packageName: '', packageExpireTime: null };
};

/**
 * What the user gives back once his money has arrived, and his own figures, in the transaction that records the
 * success. The ledger's lines bear the refund's number, so that a second time takes nothing.
 */
export const takeBack = async (
  transaction: Transaction,
  refund: StoredRefund,
  order: StoredOrder,
): Promise<NonNullable<StoredRefund['clawedBack']>> => {
  const user = order.userId ? await transaction.get<StoredUser>('users', order.userId) : null;
  if (!user) return { paid: 0, gift: 0, packageDays: 0 };
  const { paid, gift } = creditsTaken(refund.clawback, order.fulfil.credits, user.credits);
  const about = { refType: 'refund', refId: refund._id, reason: refund.reason };
  await post(
    transaction,
    user,
    [
      { _id: `${refund._id}_paid`, kind: 'refund_order', bucket: 'paid', delta: -paid, ...about },
      { _id: `${refund._id}_gift`, kind: 'refund_order', bucket: 'gift', delta: -gift, ...about },
    ],
    {
      allowNegative: true,
      patch: {
        ...withoutDays(user, refund.clawback.packageDays, transaction.now),
        stats: { ...user.stats, refundFen: user.stats.refundFen + refund.amountFen },
      },
    },
  );
  const entry = {
    type: 'refund',
    title: '退款成功',
    refType: 'refund',
    refId: refund._id,
  } as const;
  await transaction.insert('userLogs', userLogRow(user, entry));
  return { paid, gift, packageDays: refund.clawback.packageDays };
};
