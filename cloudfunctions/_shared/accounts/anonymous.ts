import { userSentences } from '#contract/sentences/users.ts';
import { _ } from '../base/cloud.ts';
import { repository } from '../base/repository.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { printOrders } from '../prints/records.ts';
import type { StoredUser } from '../users/ledger.ts';

const orders = repository<StoredOrder>('orders');

/** What is in the way of deleting an account. */
export interface Obstacle {
  kind: 'order' | 'print';
  id: string;
  /** Its number, as people name it. */
  number: string;
  /** Unpaid: its order can be cancelled. */
  orderToCancel: string;
}

/** Records of each kind that are named at once; the others follow when these are settled. */
const MOST_NAMED = 20;

/**
 * Open orders, refunds and print orders; an account with any cannot be deleted. Each is named once: a print order stands
 * for the order that pays it. Database round trips: 1.
 */
export const openBusiness = async ({
  _id: userId,
  openid,
}: Pick<StoredUser, '_id' | 'openid'>): Promise<Obstacle[]> => {
  const isOpen = { status: _.nin(['completed', 'cancelled']) };
  const ofOrders = { limit: MOST_NAMED, fields: ['status', 'orderNo', 'printOrderId'] };
  const ofPrints = { limit: MOST_NAMED, fields: ['printNo', 'orderId'] };
  const [unfinished, refunding, ownPrints, placedPrints] = await Promise.all([
    orders.find({ userId, status: _.in(['pending', 'paid']) }, ofOrders),
    orders.find({ userId, refundStatus: _.in(['processing', 'abnormal']) }, ofOrders),
    printOrders.find({ userId, ...isOpen }, ofPrints),
    // Also those that another user has taken over: they are printed from this user's photos.
    printOrders.find({ placedOpenid: openid, ...isOpen }, ofPrints),
  ]);
  const pending = new Set(
    unfinished.filter(({ status }) => status === 'pending').map(({ _id }) => _id),
  );
  const prints = [...ownPrints, ...placedPrints].map(({ _id, printNo, orderId }): Obstacle => ({
    kind: 'print',
    id: _id,
    number: printNo,
    orderToCancel: pending.has(orderId) ? orderId : '',
  }));
  const named = new Set(prints.map(({ id }) => id));
  const others = [...unfinished, ...refunding]
    .filter(({ printOrderId }) => !named.has(printOrderId))
    .map(({ _id, orderNo }): Obstacle => ({
      kind: 'order',
      id: _id,
      number: orderNo,
      orderToCancel: pending.has(_id) ? _id : '',
    }));
  return [...new Map([...prints, ...others].map(one => [one.id, one])).values()];
};

/** The anonymised fields of a deleted user; money and codes keep referring to the record. */
export const anonymous = (user: StoredUser) => ({
  openid: `deleted:${user._id}`,
  nickName: userSentences.deletedName,
  avatarUrl: '',
  phoneTail: '',
  phoneCipher: '',
  ...(user.agreement && { agreement: { ...user.agreement, ip: '' } }),
  tags: [],
  invitedBy: '',
  invitation: null,
  grams: [],
});
