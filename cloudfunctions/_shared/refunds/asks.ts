import type { Input } from '#contract/action.ts';
import type { RefundAsk } from '#contract/refundAsk.ts';
import { MOST_REFUND_ASKS, refundAskStatuses } from '#contract/refundAskStates.ts';
import { refundAskSentences } from '#contract/sentences/refundAsks.ts';
import type { appOrderActions } from '#contract/visitorOrder.ts';
import type { Actor } from '../base/actor.ts';
import { changeLatest } from '../base/changeRecord.ts';
import type { Caller } from '../base/cloud.ts';
import { conflict, stateNotAllowed } from '../base/errors.ts';
import { settingsOf } from '../base/settings.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import { letterTo } from '../messages/letters.ts';
import { orderGrams, orders, type StoredOrder } from '../orders/orders.ts';
import { heldNow } from '../tasks/held.ts';
import { findVisitor } from '../users/visitorUser.ts';
import { obstacleTo } from './refunds.ts';
import { isDueByRules } from './unused.ts';

/**
 * Why the caller may not ask now for a refund of an order of theirs, in words; '' where they may. The published rules say
 * what there is to refund. Database round trips: 1, and 1 where tasks of theirs are unfinished.
 */
export const refundAsking = async (caller: Caller) => {
  const heldBy = findVisitor(caller).then(async user => ({
    user,
    held: await heldNow(user ?? {}),
  }));
  const [{ user, held }, { allowPartial }] = await Promise.all([heldBy, settingsOf('payment')]);
  return (order: StoredOrder): string => {
    const now = Date.now();
    const { refundAsk: ask } = order;
    const obstacle = obstacleTo(order, now, refundAskSentences.obstacles);
    if (obstacle) return obstacle;
    if (ask?.status === 'waiting') return refundAskSentences.waits;
    if (ask && ask.count >= MOST_REFUND_ASKS) return refundAskSentences.tooOften(MOST_REFUND_ASKS);
    const isDue = isDueByRules(user, order, held, allowPartial);
    return isDue ? '' : refundAskSentences.nothingByRules;
  };
};
export type RefundAsking = Awaited<ReturnType<typeof refundAsking>>;

const withAsk = (order: StoredOrder, refundAsk: RefundAsk) => ({
  refundAsk,
  grams: orderGrams({ ...order, refundAsk }),
});

/** The same asked for again changes nothing. @throws 40902 */
export const askRefund = (
  seen: StoredOrder,
  { reason, text }: Pick<Input<typeof appOrderActions.askRefund>, 'reason' | 'text'>,
  obstacleOf: RefundAsking,
  by: Actor,
): Promise<StoredOrder> =>
  changeLatest(
    orders,
    seen,
    order => {
      const { refundAsk: ask } = order;
      if (ask?.status === 'waiting' && ask.reason === reason && ask.text === text) return null;
      const obstacle = obstacleOf(order);
      if (obstacle) throw stateNotAllowed(obstacle);
      return withAsk(order, {
        status: 'waiting',
        reason,
        text,
        count: (ask?.count ?? 0) + 1,
        askTime: Date.now(),
        answer: '',
        answerTime: null,
      });
    },
    { by, resource: 'order' },
  );

/** @throws 40902 where none waits, or a refund is under way */
export const withdrawRefundAsk = (seen: StoredOrder, by: Actor): Promise<StoredOrder> =>
  changeLatest(
    orders,
    seen,
    order => {
      const { refundAsk: ask, openRefundId } = order;
      if (ask?.status === 'withdrawn') return null;
      if (ask?.status !== 'waiting') throw stateNotAllowed(refundAskSentences.notWaiting);
      if (openRefundId) throw stateNotAllowed(refundAskSentences.refunding);
      return withAsk(order, { ...ask, status: 'withdrawn' });
    },
    { by, resource: 'order' },
  );

/** @throws 40901 where it is no longer as the caller saw it, 40902 where none waits or a refund is open */
export const refuseRefundAsk = (
  seen: StoredOrder,
  answer: string,
  by: Actor,
  rev = seen.rev,
): Promise<StoredOrder> =>
  inTransaction(
    async transaction => {
      const order = await transaction.require<StoredOrder>('orders', seen._id);
      const { refundAsk: ask, openRefundId, userId, openid, orderNo } = order;
      // The answer of an earlier call was lost.
      if (ask?.status === 'refused' && ask.answer === answer) return order;
      if (order.rev !== rev) throw conflict(order);
      if (!ask) throw stateNotAllowed(refundAskSentences.none);
      if (ask.status !== 'waiting')
        throw stateNotAllowed(refundAskSentences.illegalMove(refundAskStatuses[ask.status].label));
      if (openRefundId) throw stateNotAllowed(refundAskSentences.openRefund);
      const refused = { ...ask, status: 'refused', answer, answerTime: transaction.now } as const;
      const entry = { by, resource: 'order', reason: answer };
      const after = await transaction.change('orders', order, withAsk(order, refused), entry);
      const letter = {
        _id: transaction.newId(),
        text: refundAskSentences.refused(orderNo, answer),
      };
      await letterTo(transaction, { _id: userId, openid }, letter, by);
      return after;
    },
    { known: [known('orders', seen._id, seen)] },
  );

/** What a refund that is made leaves of a request for it; nothing where none waits. */
export const agreedAsk = (order: StoredOrder, now: number) =>
  order.refundAsk?.status === 'waiting'
    ? withAsk(order, { ...order.refundAsk, status: 'agreed', answerTime: now })
    : {};

/** The same for a refund that has waited for approval, whose transaction does not write its order otherwise. */
export const agreeToAsk = async (transaction: Transaction, seen: StoredOrder): Promise<void> => {
  if (seen.refundAsk?.status !== 'waiting') return;
  const order = await transaction.require<StoredOrder>('orders', seen._id);
  await transaction.change('orders', order, agreedAsk(order, transaction.now));
};

/** What the user wrote goes with the account. */
export const withoutWords = (
  { refundAsk }: Pick<StoredOrder, 'refundAsk'>,
  more: Partial<RefundAsk> = {},
): Partial<Pick<StoredOrder, 'refundAsk'>> =>
  refundAsk ? { refundAsk: { ...refundAsk, text: '', ...more } } : {};
