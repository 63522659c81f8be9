import type { RefundStatus } from '#contract/refund.ts';
import { due, type Actor } from '../orders/orders.ts';
import { wechatPay, type WechatPay } from '../wechatPay/client.ts';
import { refunds, type StoredRefund } from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { resolveRefund } from './resolve.ts';

const PAGE = 40;
const AT_ONCE = 5;

/** Whoever is not at his end, and `closed` ones that are being sent again. */
const polled: RefundStatus[] = ['created', 'request_failed', 'processing', 'abnormal', 'closed'];

/** One of several timers that run at the same time gets it. */
const claim = (refund: StoredRefund, now: number): Promise<StoredRefund | null> =>
  refunds.compareAndSet(
    refund._id,
    { status: refund.status, nextQueryTime: refund.nextQueryTime },
    {
      nextQueryTime: nextQueryTime(refund.queryCount + 1, now),
      queryCount: refund.queryCount + 1,
    },
  );

/** Asks about all refunds whose time has come, in pages, until the time given is over. */
export const pollRefunds = async (actor: Actor, until: number): Promise<{ asked: number }> => {
  let asked = 0;
  let pay: Promise<WechatPay> | undefined;
  // Read once, and only when there is something to ask.
  const gateway = () => (pay ??= wechatPay());
  for (const status of polled) {
    for (;;) {
      const now = Date.now();
      const page = await refunds.find(
        { status, nextQueryTime: due(now) },
        { sort: [['nextQueryTime', 'asc']], limit: PAGE },
      );
      for (let at = 0; at < page.length && Date.now() < until; at += AT_ONCE) {
        await Promise.all(
          page.slice(at, at + AT_ONCE).map(async refund => {
            const claimed = await claim(refund, now);
            if (!claimed) return;
            asked += 1;
            await resolveRefund(claimed, gateway, actor).catch((error: unknown) =>
              console.error('refund not resolved', refund._id, error),
            );
          }),
        );
      }
      if (page.length < PAGE || Date.now() >= until) break;
    }
  }
  return { asked };
};
