import { refundSentences } from '#contract/sentences/refunds.ts';
import type { Actor } from '../base/actor.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { createRefund } from './create.ts';
import { WHOLE } from './process.ts';
import type { StoredRefund } from './refunds.ts';
import type { RefundFact } from './settle.ts';
import { settleRefund } from './settle.ts';

/**
 * Records a refund that WeChat or Apple has made without us, once: what the order had granted goes back as with ours.
 * Killed in between, the job finds it out by WeChat's number of it.
 * @throws 40902 while another refund of the order is under way
 */
export const recordTheirs = async (
  order: StoredOrder,
  amountFen: number,
  { refundId, successTime }: Pick<RefundFact, 'refundId' | 'successTime'>,
  actor: Actor,
): Promise<StoredRefund> => {
  const wish = {
    amountFen,
    reasonCode: refundSentences.theirs,
    reason: '',
    idemKey: `theirs_${refundId}`,
  };
  const { refund } = await createRefund(order, wish, { ...WHOLE, theirs: refundId }, actor);
  const fact = { refundId, status: 'SUCCESS' as const, successTime, userReceivedAccount: '' };
  return settleRefund(refund, fact, actor, { holder: refund.turn?.holder });
};
