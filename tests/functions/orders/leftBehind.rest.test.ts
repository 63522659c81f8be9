import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { noGrant } from '../../noGrant.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
});
afterEach(() => vi.useRealTimers());
const { order, newOrder, timer, notices, gateway } = commerceOf(world);

const MINUTE = 60_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** More than are read at once. */
const many = (count: number, make: (at: number) => Partial<StoredOrder>) =>
  Promise.all(Array.from({ length: count }, (_none, at) => newOrder(make(at))));

it('a grant comes although sixty older orders fail again and again; they are tried less often, and administrators informed', async () => {
  const paid = { status: 'paid', payTime: Date.now() - MINUTE } as const;
  const fulfil = { ...noGrant, status: 'pending', nextTime: 1 } as const;
  const broken = { ...paid, fulfil, items: null as never };
  const [stuck] = await many(60, at => ({ ...broken, createTime: 1_000 + at }));
  const honest = await newOrder({ ...paid, fulfil, createTime: Date.now() });
  const alerts = async () =>
    (await world.rows('messages')).filter(({ event }) => event === 'fulfilFailed');
  await timer('orders');
  expect(await order(honest._id)).toMatchObject({
    status: 'completed',
    fulfil: { status: 'done', credits: 600, nextTime: null },
  });
  const first = await order(stuck!._id);
  expect(first.fulfil).toMatchObject({ status: 'pending', nextTime: Date.now() + MINUTE });
  expect(await alerts()).toEqual([]);
  later(65 * MINUTE);
  await timer('orders');
  await timer('orders');
  expect(new Set((await alerts()).map(({ path }) => path)).size).toBe(60);
  const { rev, fulfil: tried } = await order(stuck!._id);
  expect(tried.nextTime).toBe(Date.now() + 10 * MINUTE);
  later(MINUTE);
  await timer('orders');
  expect((await order(stuck!._id)).rev).toBe(rev);
});

it('a payment whose notice was lost reaches the books although the gateway is silent about sixty others', async () => {
  notices.silence(true);
  await many(60, at => ({ status: 'pending', prepaid: true, expireTime: null, askTime: 1 + at }));
  const wish = { packageId: 'pkg_0002', refundRules: '1' };
  const { _id, orderNo } = await world.ok('appOrder', 'createOrder', wish);
  await gateway.pay(orderNo);
  later(MINUTE);
  await timer('orders');
  expect((await order(_id)).status).toBe('completed');
});

it('every unpaid order is closed in the end, however many the gateway does not answer for', async () => {
  const all = await many(120, at => ({
    status: 'pending',
    expireTime: 1_000 + at,
    prepaid: at < 60,
  }));
  world.sandbox.wechatpay.disturb({ mode: 'fail', ms: 0, times: null });
  expect(await timer('orders')).toMatchObject({ closed: 60, passedOver: 60 });
  expect((await order(all[119]!._id)).status).toBe('closed');
});
