import { orderSentences } from '#contract/sentences/orders.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { Actor } from '../_shared/base/actor.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { eachDue, findDue } from '../_shared/base/eachDue.ts';
import { reporting } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import type { Query } from '../_shared/base/repository.ts';
import { closeOrder, recordIfPaid } from '../_shared/orders/close.ts';
import { fulfilAgain } from '../_shared/orders/fulfil.ts';
import { nextAskTime, orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { askVirtual } from '../_shared/orders/virtual.ts';
import { returnPurchase } from '../_shared/refunds/returnPurchase.ts';
import { type WechatPay, wechatPay } from '../_shared/wechatPay/client.ts';

const PAGE = 50;
const AT_ONCE = 5;

/** Orders from the web wait for days, which the setting may have changed since. */
const reasonFor = ({ source, type, createTime, expireTime }: StoredOrder): string => {
  const days = Math.round(((expireTime ?? createTime) - createTime) / DAY_MS);
  return source === 'web' && type === 'print' && days >= 1
    ? orderSentences.webExpired(days)
    : orderSentences.expired;
};

/**
 * Closes unpaid orders, the longest overdue first. If the gateway does not answer for one, it is skipped and due again
 * in a minute. Concurrent runs are harmless: only a pending order can be closed.
 */
const closeExpired = async (actor: Actor, until: number) => {
  let closed = 0;
  let pay: Promise<WechatPay> | undefined;
  const gateway = () => (pay ??= wechatPay());
  const { passedOver } = await eachDue({
    find: page => findDue(orders, 'expireTime', { status: 'pending' }, page),
    work: async order => {
      const { kind } = await closeOrder(order, gateway, actor, reasonFor(order));
      if (kind === 'closed') closed += 1;
      return kind === 'closed' || kind === 'paid';
    },
    until,
    atOnce: AT_ONCE,
  });
  return { closed, passedOver };
};

/** Pages of what is due until there is nothing left or the time is up; what was tried is due later. */
const inPages = async (
  [field, query]: [field: string, query: Query],
  until: number,
  work: (order: StoredOrder) => Promise<unknown>,
): Promise<number> => {
  const seen = new Set<string>();
  for (;;) {
    const page = await findDue(orders, field, query, { limit: PAGE });
    const fresh = page.filter(({ _id }) => !seen.has(_id));
    for (const { _id } of fresh) seen.add(_id);
    const attend = async (order: StoredOrder) => {
      if (Date.now() < until) await work(order).catch(reporting('left for the next run'));
    };
    await inParallel(fresh, attend, AT_ONCE);
    if (page.length < PAGE || fresh.length === 0 || Date.now() >= until) return seen.size;
  }
};

const fulfil = (status: 'pending' | 'failed'): [string, Query] => [
  'fulfil.nextTime',
  { 'fulfil.status': status },
];

/** Paid orders whose fulfilment was interrupted, or waits for a refund to end. */
const fulfilLeftBehind = async (actor: Actor, until: number) => {
  const tried = await inPages(fulfil('pending'), until, order => fulfilAgain(order, actor));
  return { tried };
};

/** Paid for, and there is no result: the money goes back. */
const returnPayments = async (actor: Actor, until: number) => {
  const returned = await inPages(fulfil('failed'), until, order => returnPurchase(order, actor));
  return { returned };
};

/**
 * Asks the gateway about prepaid orders whose payment nobody has reported: notices get lost. A few times soon after the
 * prepayment; later the order is asked about when it expires.
 */
const askAboutPayments = async (actor: Actor, until: number) => {
  let paid = 0;
  let pay: Promise<WechatPay> | undefined;
  const asked = await inPages(['askTime', { status: 'pending' }], until, async order => {
    await orders.note(order._id, { askTime: nextAskTime(order.prepayTime, Date.now()) });
    if (order.payChannel === 'virtual') {
      if ((await askVirtual(order, actor)).kind === 'paid') paid += 1;
      return;
    }
    const { queryTrade } = await (pay ??= wechatPay());
    const answer = await queryTrade(order.orderNo);
    if (answer.kind === 'ok' && (await recordIfPaid(order, answer.data, actor))) paid += 1;
  });
  return { asked, paid };
};

/** A gateway that is silent keeps neither the grants nor the closing waiting for ever. */
export const attendOrders = async (actor: Actor) => {
  const granted = await fulfilLeftBehind(actor, endOfRun(10_000));
  const returned = await returnPayments(actor, endOfRun(5_000));
  const asked = await askAboutPayments(actor, endOfRun(5_000));
  const closed = await closeExpired(actor, endOfRun(20_000));
  return { ...granted, ...returned, ...asked, ...closed };
};
