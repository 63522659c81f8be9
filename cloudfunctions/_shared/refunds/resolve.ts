import { refundSentences } from '#contract/sentences/refunds.ts';
import type { Actor } from '../base/actor.ts';
import { markDue } from '../base/due.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import type { Outcome } from '../wechatPay/transport.ts';
import { type RefundGateway, refundGateway } from './gateway.ts';
import { type HeldRefund, releaseLease } from './lease.ts';
import { type StoredRefund, withAttempt } from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { settleRefund } from './settle.ts';
import { attemptOf, concerns, submitRefund } from './submit.ts';

/** After this many submissions without acceptance a person should look at it. */
const MOST_SUBMISSIONS = 12;

/** What the gateway knows of a number: a refund, nothing (so it may be sent again), or no clear answer. */
export type Finding =
  | { kind: 'found'; reported: GatewayRefund; answer: Outcome<GatewayRefund> }
  | { kind: 'unheard' | 'unclear'; answer: Outcome<GatewayRefund> };

export const askAbout = async (refund: StoredRefund, gateway: RefundGateway): Promise<Finding> => {
  const answer = await gateway.query(refund);
  if (answer.kind === 'ok') {
    return concerns(refund, answer.data)
      ? { kind: 'found', reported: answer.data, answer }
      : { kind: 'unclear', answer };
  }
  const unheard = answer.kind === 'refused' && answer.code === 'RESOURCE_NOT_EXISTS';
  return { kind: unheard ? 'unheard' : 'unclear', answer };
};

const submissions = ({ attempts }: StoredRefund) =>
  attempts.filter(({ call }) => call === 'refund').length;

/**
 * Finds out how a refund stands and records it. One whose outcome nobody knows, and which the gateway has never heard
 * of, is sent under its own number: that is what was wanted, and it cannot pay twice. Ends the lease.
 * @returns null when the gateway gave no clear answer
 */
export const resolveRefund = async (
  held: HeldRefund,
  pay: () => Promise<WechatPay>,
  actor: Actor,
): Promise<StoredRefund | null> => {
  const { holder } = held.turn;
  // Refunded by hand: it is only registered.
  if (held.payChannel === 'offline')
    return settleRefund(held, offlineFact(Date.now()), actor, { holder });
  const gateway = await refundGateway(held, pay);
  const finding = await askAbout(held, gateway);
  if (finding.kind === 'found') return settleRefund(held, finding.reported, actor, { holder });
  const now = Date.now();
  const asked = {
    ...held,
    attempts: withAttempt(held, attemptOf(finding.answer, 'query', actor), now),
  };
  const mayBeSent = held.outcomeUnknown && held.reserved;
  if (finding.kind === 'unheard' && mayBeSent && submissions(held) < MOST_SUBMISSIONS)
    return submitRefund(asked, gateway, actor);
  const { attempts } = asked;
  const next = nextQueryTime(held, now);
  const [after] = await Promise.all([
    releaseLease(held, { attempts, nextQueryTime: next }),
    next === null ? undefined : markDue('refunds', next),
  ]);
  return finding.kind === 'unclear' ? null : (after ?? held);
};

export const offlineFact = (now: number) => ({
  refundId: '',
  status: 'SUCCESS' as const,
  successTime: now,
  userReceivedAccount: refundSentences.offline,
});
