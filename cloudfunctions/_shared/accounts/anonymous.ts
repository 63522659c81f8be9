import { taskIdOf } from '#contract/file.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { _ } from '../base/cloud.ts';
import { files } from '../base/files.ts';
import { orders, refundAskTerm } from '../orders/orders.ts';
import { printOrders, type StoredPrintOrder } from '../prints/records.ts';
import { tasks } from '../tasks/tasks.ts';
import { noGuardian } from '../users/guardian.ts';
import type { StoredUser } from '../users/ledger.ts';
import { noSession } from '../users/session.ts';

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
/** More than a user has at once, those in the way and the others. */
const MOST_OPEN = 200;

/** Nobody can cancel it any more: it is made and sent, whether its user stays or not. */
const underWay: PrintOrderStatus[] = ['producing', 'shipped'];

/**
 * Open orders, refunds and print orders; an account with any cannot be deleted. Each is named once: a print order stands
 * for the order that pays it. Those under way are in the way of nothing, and keep their photos. Database round trips: 1.
 */
export const openBusiness = async ({
  _id: userId,
  openid,
}: Pick<StoredUser, '_id' | 'openid'>): Promise<{
  open: Obstacle[];
  printing: StoredPrintOrder[];
}> => {
  const isOpen = { status: _.nin(['completed', 'cancelled']) };
  const ofOrders = { limit: MOST_OPEN, fields: ['status', 'orderNo', 'printOrderId'] };
  const ofPrints = {
    limit: MOST_OPEN,
    fields: ['printNo', 'orderId', 'status', 'files', 'userId'],
  };
  const [unfinished, refunding, asking, ownPrints, placedPrints] = await Promise.all([
    orders.find({ userId, status: _.in(['pending', 'paid']) }, ofOrders),
    orders.find({ userId, refundStatus: _.in(['processing', 'abnormal']) }, ofOrders),
    orders.find({ userId, grams: refundAskTerm('waiting') }, ofOrders),
    printOrders.find({ userId, ...isOpen }, ofPrints),
    // Also those that another user has taken over: they are printed from this user's photos.
    printOrders.find({ placedOpenid: openid, ...isOpen }, ofPrints),
  ]);
  const pending = new Set(
    unfinished.filter(({ status }) => status === 'pending').map(({ _id }) => _id),
  );
  const all = [...new Map([...ownPrints, ...placedPrints].map(one => [one._id, one])).values()];
  const printing = all.filter(({ status }) => underWay.includes(status));
  const isPrinting = new Set(printing.map(({ _id }) => _id));
  const waiting = all.filter(({ _id }) => !isPrinting.has(_id));
  const prints = waiting.map(({ _id, printNo, orderId }): Obstacle => ({
    kind: 'print',
    id: _id,
    number: printNo,
    orderToCancel: pending.has(orderId) ? orderId : '',
  }));
  const named = new Set(prints.map(({ id }) => id));
  const left = unfinished.filter(({ printOrderId }) => !isPrinting.has(printOrderId));
  const others = [...left, ...refunding, ...asking]
    .filter(({ printOrderId }) => !named.has(printOrderId))
    .map(({ _id, orderNo }): Obstacle => ({
      kind: 'order',
      id: _id,
      number: orderNo,
      orderToCancel: pending.has(_id) ? _id : '',
    }));
  const open = [...new Map([...prints, ...others].map(one => [one.id, one])).values()];
  return { open: open.slice(0, 2 * MOST_NAMED), printing };
};

/** What the deletion of an account erases and what it leaves, in numbers, and what is in its way. */
export const deletionOf = async (user: StoredUser) => {
  const { _id: userId, openid } = user;
  const [allPhotos, allWorks, { open, printing }] = await Promise.all([
    files.count({ userId, scene: 'user_upload', status: 'active' }),
    tasks.count({ status: 'succeeded', visibleTo: openid }),
    openBusiness(user),
  ]);
  const paths = printing.flatMap(print => (print.userId === userId ? print.files : []));
  const kept = [...new Set(paths)];
  const photos = kept.filter(filePath => !taskIdOf({ filePath })).length;
  const works = new Set(kept.map(filePath => taskIdOf({ filePath })).filter(Boolean)).size;
  return {
    photos: Math.max(0, allPhotos - photos),
    works: Math.max(0, allWorks - works),
    prints: printing.length,
    kept: kept.length,
    open,
  };
};

/** The anonymised fields of a deleted user; money and codes keep referring to the record. */
export const anonymous = (user: StoredUser) => ({
  openid: `deleted:${user._id}`,
  nickName: userSentences.deletedName,
  avatarUrl: '',
  phoneTail: '',
  phoneCipher: '',
  ...noGuardian,
  ...noSession,
  tags: [],
  invitedBy: '',
  invitation: null,
  ...(user.agreement && { agreement: { ...user.agreement, ip: '' } }),
  grams: [],
});
