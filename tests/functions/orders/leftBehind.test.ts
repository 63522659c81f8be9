import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
let token = '';
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  ({ token } = await world.reset());
});
afterEach(() => vi.useRealTimers());
const { order, timer, notices, gateway } = commerceOf(world, () => token);

const MINUTE = 60_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('a payment whose notice was lost', () => {
  const asked = () =>
    world.sandbox.wechatpay
      .calls()
      .filter(({ method, path }) => method === 'GET' && path.includes('/out-trade-no/')).length;
  const minutes = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      later(MINUTE);
      await timer('orders');
    }
  };

  it('is granted within two minutes', async () => {
    const { _id, orderNo } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    notices.silence(true);
    later(20_000);
    await gateway.pay(orderNo);
    await minutes(1);
    expect(await order(_id)).toMatchObject({ status: 'completed', fulfil: { status: 'done' } });
    expect(asked()).toBe(1);
    await minutes(5);
    expect(asked()).toBe(1);
  });

  it('is asked about a few times, and then when the order expires', async () => {
    const { _id } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    await minutes(25);
    expect(asked()).toBe(4);
    expect(await order(_id)).toMatchObject({ status: 'pending', askTime: null });
    await minutes(6);
    expect(asked()).toBe(5);
    expect((await order(_id)).status).toBe('closed');
  });

  it('is not asked about where nothing was prepaid, nor by who looks at it', async () => {
    world.sandbox.wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const { _id, payment } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    expect(payment).toBeNull();
    await minutes(12);
    for (let at = 0; at < 5; at += 1) await world.ok('appOrder', 'getOrder', { id: _id });
    expect(asked()).toBe(0);
  });
});
