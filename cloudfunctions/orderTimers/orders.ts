import { orderSentences } from '#contract/sentences/orders.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { Actor } from '../_shared/base/actor.ts';
import { report } from '../_shared/base/log.ts';
import { closeOrder } from '../_shared/orders/close.ts';
import { fulfil } from '../_shared/orders/fulfil.ts';
import { due, orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { type WechatPay, wechatPay } from '../_shared/wechatPay/client.ts';

const PAGE = 50;
const AT_ONCE = 5;
/** Orders paid more recently are still being fulfilled by the call that recorded the payment. */
const PATIENCE_MS = 30_000;

/** Orders from the web wait for days, which the setting may have changed since. */
const reasonFor = ({ source, type, createTime, expireTime }: StoredOrder): string => {
  const days = Math.round(((expireTime ?? createTime) - createTime) / DAY_MS);
  return source === 'web' && type === 'print' && days >= 1
    ? orderSentences.webExpired(days)
    : orderSentences.expired;
};

const inGroups = async <T>(items: T[], until: number, work: (item: T) => Promise<unknown>) => {
  for (let at = 0; at < items.length && Date.now() < until; at += AT_ONCE) {
    await Promise.all(
      items
        .slice(at, at + AT_ONCE)
        .map(item => work(item).catch((error: unknown) => report('left for the next run', error))),
    );
  }
};

/**
 * Closes unpaid orders, the longest overdue first. If the gateway does not answer for one, it is skipped and due again
 * in a minute. Concurrent runs are harmless: only a pending order can be closed.
 */
export const closeExpired = async (actor: Actor, until: number) => {
  let closed = 0;
  let passedOver = 0;
  let pay: Promise<WechatPay> | undefined;
  const gateway = () => (pay ??= wechatPay());
  for (;;) {
    const page = await orders.find(
      { status: 'pending', expireTime: due(Date.now()) },
      { sort: [['expireTime', 'asc']], skip: passedOver, limit: PAGE },
    );
    let left = page.length;
    await inGroups(page, until, async order => {
      const { kind } = await closeOrder(order, gateway, actor, reasonFor(order));
      if (kind === 'closed') closed += 1;
      if (kind === 'closed' || kind === 'paid') left -= 1;
    });
    passedOver += left;
    if (page.length < PAGE || Date.now() >= until) return { closed, passedOver };
  }
};

/** Paid orders whose fulfilment was interrupted. */
export const fulfilLeftBehind = async (actor: Actor, until: number) => {
  const page = await orders.find(
    { 'fulfil.status': 'pending' },
    { sort: [['createTime', 'asc']], limit: PAGE },
  );
  const left = page.filter(({ updateTime }) => Date.now() - updateTime > PATIENCE_MS);
  await inGroups(left, until, order => fulfil(order, actor));
  return { fulfilled: left.length };
};
