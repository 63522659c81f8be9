import { creditsTaken } from '#contract/refundTerms.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import { userLogRow } from '../users/userLog.ts';
import { reclaimableBought, type StoredRefund } from './refunds.ts';

/** Days are subtracted from the end of the membership; if it has then ended, it is removed. */
const withoutDays = (user: StoredUser, days: number, now: number) => {
  if (days === 0 || !user.packageExpireTime) return {};
  const packageExpireTime = user.packageExpireTime - days * DAY_MS;
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
): Promise<NonNullable<StoredRefund['clawedBack']>> => {
  const user = order.userId ? await transaction.get<StoredUser>('users', order.userId) : null;
  if (!user) return { paid: 0, gift: 0, packageDays: 0 };
  const { paid, gift } = creditsTaken(refund.clawback, reclaimableBought(order), user.credits);
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
    title: refundSentences.succeeded,
    refType: 'refund',
    refId: refund._id,
  } as const;
  await transaction.insert('userLogs', userLogRow(user, entry));
  return { paid, gift, packageDays: refund.clawback.packageDays };
};
