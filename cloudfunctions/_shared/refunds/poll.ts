import type { RefundStatus } from '#contract/refund.ts';
import type { Actor } from '../base/actor.ts';
import { findDue } from '../base/eachDue.ts';
import { reporting } from '../base/log.ts';
import { type WechatPay, wechatPay } from '../wechatPay/client.ts';
import { takeLease } from './lease.ts';
import { refunds, type StoredRefund } from './refunds.ts';
import { resolveRefund } from './resolve.ts';

const PAGE = 40;
const AT_ONCE = 5;

/** Refunds that have not ended, `closed` ones being sent again, and `voided` ones for a day. */
export const polledRefunds: RefundStatus[] = [
  ...(['created', 'request_failed', 'processing', 'abnormal', 'closed', 'voided'] as const),
];

/** One of several timers that run at the same time gets it; should it die, the next one when the lease has ended. */
const claim = (refund: StoredRefund) =>
  takeLease(refund, until => ({
    queryCount: refund.queryCount + 1,
    nextQueryTime: until,
  }));

/** Asks the gateway about all due refunds, in pages, until the time is up. */
export const pollRefunds = async (actor: Actor, until: number): Promise<{ asked: number }> => {
  let asked = 0;
  let pay: Promise<WechatPay> | undefined;
  // Read once, and only if a refund is due.
  const gateway = () => (pay ??= wechatPay());
  const ask = async (refund: StoredRefund) => {
    const held = await claim(refund);
    if (!held) return;
    asked += 1;
    await resolveRefund(held, gateway, actor).catch(reporting('refund not resolved', refund._id));
  };
  for (const status of polledRefunds) {
    for (;;) {
      const before = asked;
      const page = await findDue(refunds, 'nextQueryTime', { status }, { limit: PAGE });
      for (let at = 0; at < page.length && Date.now() < until; at += AT_ONCE)
        await Promise.all(page.slice(at, at + AT_ONCE).map(ask));
      // Stops when all refunds of a page are being handled by others.
      if (page.length < PAGE || asked === before || Date.now() >= until) break;
    }
  }
  return { asked };
};
