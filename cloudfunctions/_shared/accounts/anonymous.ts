import { userSentences } from '#contract/sentences/users.ts';
import { _ } from '../base/cloud.ts';
import { repository, type Stored } from '../base/repository.ts';
import type { StoredUser } from '../users/ledger.ts';

const orders = repository<Stored>('orders');
const printOrders = repository<Stored>('printOrders');

/** Number of open orders, refunds and print orders; an account with any cannot be deleted. One wait. */
export const openBusiness = async (userId: string): Promise<number> => {
  const counts = await Promise.all([
    orders.count({ userId, status: _.in(['pending', 'paid']) }),
    orders.count({ userId, refundStatus: _.in(['processing', 'abnormal']) }),
    printOrders.count({ userId, status: _.nin(['completed', 'cancelled']) }),
    // Placed on the web and taken over by another user: it is printed from this user's photos.
    printOrders.count({ 'claim.fromUserId': userId, status: _.nin(['completed', 'cancelled']) }),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
};

/** The anonymised fields of a deleted user; money and codes keep referring to the record. */
export const anonymous = (user: StoredUser) => ({
  openid: `deleted:${user._id}`,
  nickName: userSentences.deletedName,
  avatarUrl: '',
  phoneTail: '',
  phoneCipher: '',
  tags: [],
  remark: '',
  grams: [],
});
