import { isNotUploaded, needsUpload } from '#contract/orderRules.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import type { Actor } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { markDue } from '../_shared/base/due.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';

/** Makes it due now, with all tries before it; a try without an answer is still looked into first. @throws 40902 */
export const retryUpload = async (order: StoredOrder, by: Actor): Promise<StoredOrder> => {
  const { upload } = order;
  if (!isNotUploaded(order) || !needsUpload(order))
    throw stateNotAllowed(
      upload?.status === 'synced' ? uploadSentences.synced : uploadSentences.notNeeded,
    );
  const again = { status: 'waiting', attempts: 0, nextTime: Date.now(), reason: '' } as const;
  const written = await changeRecord(
    orders,
    order,
    { rev: order.rev },
    { upload: { ...upload, ...again } },
    { by, resource: 'order', reason: uploadSentences.retried },
    () => markDue('uploads'),
  );
  return written ?? orders.missed(order._id);
};
