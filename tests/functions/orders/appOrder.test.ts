import { createVerify } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { publicHalf } from '../../../sandbox/wechatPay/keys.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld({ ORDERS_UNPAID_PER_USER: 3 });
const { as } = world;
beforeEach(() => world.reset());
const { order, set, gateway } = commerceOf(world);
const { wechatpay } = world.sandbox;

const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const inWechat = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
const anonymous = (uid: string) => ({
  caller: { TCB_UUID: uid, TCB_ISANONYMOUS_USER: 'true' },
});
const buy = (who: object, data: object = {}) =>
  world.call('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1', ...data }, who);

describe('a visitor', () => {
  it('sees what is on sale without internal fields', async () => {
    const { list, total } = await world.ok('appOrder', 'getPackages', {}, anonymous('1'));
    expect(total).toBe(7);
    expect(Object.keys(list[0]!)).not.toContain('soldCount');
    expect(list.map(({ _id }) => _id)).not.toContain('pkg_0008');
  });

  it('does not see how many packages are not on sale', async () => {
    const page = await world.ok('appOrder', 'getPackages', { withCounts: true }, anonymous('1'));
    expect(page.counts).toBeUndefined();
  });

  it('buys at the package’s price inside WeChat, with parameters signed by our merchant', async () => {
    const { code, data } = await buy(inWechat);
    expect(code).toBe(0);
    expect(data).toMatchObject({ payFen: 1_990, status: 'pending', payment: { kind: 'jsapi' } });
    expect(data.orderNo).toMatch(/^\d{20}$/);
    const pay = data.payment as Record<string, string>;
    const signed = [wechatpay.credentials.appid, pay['timeStamp'], pay['nonceStr'], pay['package']];
    const verified = createVerify('RSA-SHA256')
      .update(signed.map(line => `${line}\n`).join(''))
      .verify(publicHalf(wechatpay.credentials.privateKey), pay['paySign']!, 'base64');
    expect(verified).toBe(true);
    expect(await order(data._id)).toMatchObject({ openid: OPENID, source: 'mini_program' });
    expect(Object.keys(data)).not.toContain('openid');
  });

  it('gets one record for concurrent first calls, identified by the platform', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => buy(anonymous('42'))));
    expect(answers.every(({ code }) => code === 0)).toBe(true);
    const users = (await world.rows('users')).filter(({ openid }) => openid === 'anon:42');
    expect(users).toMatchObject([{ status: 'normal', isAnonymous: true, channel: 'web' }]);
    const forged = await buy(anonymous('43'), { openid: OPENID });
    expect(forged.code).toBe(40001);
    const none = await buy({ caller: {} });
    expect(none).toMatchObject({ code: 40902, message: '请刷新页面后重试' });
  });

  it('is limited in purchases of an offer and in unpaid orders, also with concurrent orders', async () => {
    const live = async (openid: string) =>
      (await world.rows('orders')).filter(of => of['openid'] === openid).length;
    const atOnce = (uid: string, packageId: string, key?: string) =>
      Promise.all(
        Array.from({ length: 6 }, () =>
          buy(anonymous(uid), { packageId, ...(key && { idemKey: key }) }),
        ),
      );
    for (const [uid, limitPerUser] of [
      ['71', 1],
      ['72', 2],
    ] as const) {
      await set('packages', 'pkg_0001', { limitPerUser });
      const answers = await atOnce(uid, 'pkg_0001');
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(limitPerUser);
      expect(answers.filter(({ message }) => message === '已达到该套餐的限购次数')).toHaveLength(
        6 - limitPerUser,
      );
      expect(await live(`anon:${uid}`)).toBe(limitPerUser);
    }

    // Packages without a limit are restricted by unpaid orders only; and one key is one order.
    const unpaid = await atOnce('73', 'pkg_0002');
    expect(unpaid.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(unpaid.filter(({ code }) => code === 42901)).toHaveLength(3);
    expect(await live('anon:73')).toBe(3);
    await set('packages', 'pkg_0001', { limitPerUser: 1 });
    const same = await atOnce('74', 'pkg_0001', 'one_intent_1');
    expect(new Set(same.map(({ code, data }) => (code === 0 ? data._id : code))).size).toBe(1);
    expect(await live('anon:74')).toBe(1);
    const another = await buy(anonymous('75'), { packageId: 'pkg_0001', idemKey: 'one_intent_1' });
    expect(another.data._id).not.toBe(same[0]?.data._id);
  });

  it('may buy again after closing, while payments and orders are concurrent', async () => {
    await set('packages', 'pkg_0001', { limitPerUser: 2 });
    const first = await buy(anonymous('75'), { packageId: 'pkg_0001' });
    const { _id: id, orderNo } = first.data;
    const crossing = await Promise.all([
      gateway.pay(orderNo).then(() => world.ok('adminOrder', 'syncPayment', { id }, as())),
      ...Array.from({ length: 5 }, () => buy(anonymous('75'), { packageId: 'pkg_0001' })),
    ]);
    const made = crossing.slice(1) as Awaited<ReturnType<typeof buy>>[];
    const [second, ...more] = made.filter(({ code }) => code === 0);
    expect(more).toEqual([]);
    expect((await order(id)).status).toBe('completed');
    const again = () => buy(anonymous('75'), { packageId: 'pkg_0001' });
    expect((await again()).code).toBe(40902);
    await world.ok('appOrder', 'cancelOrder', { id: second!.data._id }, anonymous('75'));
    const answers = await Promise.all(Array.from({ length: 5 }, again));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  });

  it('buys nothing that is not on sale, nothing while disabled or while payment is off', async () => {
    for (const packageId of ['pkg_0008', 'pkg_none'])
      expect((await buy(anonymous('8'), { packageId })).code).toBe(40400);
    await set('users', 'usr_0001', { status: 'disabled' });
    expect(await buy({})).toMatchObject({ code: 40902, message: '账号已停用，请联系客服' });
    await set('settings', 'payment', { 'wxpay.enabled': false });
    expect(await buy(anonymous('8'))).toMatchObject({ code: 40902, message: '支付暂未开放' });
  });

  it('sees and cancels only own orders; the gateway closes first', async () => {
    const { data } = await buy(anonymous('9'));
    const get = (who: object) => world.call('appOrder', 'getOrder', { id: data._id }, who);
    const cancel = (who: object) => world.call('appOrder', 'cancelOrder', { id: data._id }, who);
    expect((await get(anonymous('9'))).code).toBe(0);
    for (const answer of [await get(anonymous('10')), await cancel(anonymous('10'))])
      expect(answer.code).toBe(40400);
    expect(await cancel(anonymous('9'))).toMatchObject({ code: 0, data: { status: 'closed' } });
    expect(gateway.trades.get(data.orderNo)?.state).toBe('CLOSED');
    expect((await cancel(anonymous('9'))).data).toMatchObject({ status: 'closed' });
  });

  it('has paid if the payment arrives while cancelling', async () => {
    const { data } = await buy(anonymous('11'));
    await gateway.pay(data.orderNo);
    const answer = await world.call('appOrder', 'cancelOrder', { id: data._id }, anonymous('11'));
    expect(answer.code).toBe(40902);
    expect((await order(data._id)).status).toBe('completed');
  });
});
