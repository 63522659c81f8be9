import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { pushAccount } from '../../../sandbox/weChat/pushes.ts';
import { virtualAccount } from '../../../sandbox/weChat/virtualPayment.ts';
import { callback } from '../world/callback.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';
import {
  delivery,
  encrypted,
  inWechat,
  OPENID,
  OTHER,
  PRICE,
  PRODUCT,
  query,
  taken,
  virtualCommerceOf,
} from './virtualCommerce.ts';

const world = await startWorld();
const { order, set, one, timer } = commerceOf(world);
const {
  open,
  useVirtual,
  control,
  codeOf,
  keep,
  buy,
  bought,
  onPhone,
  credits,
  sent,
  push,
  appid,
} = virtualCommerceOf(world);
const web = { caller: { TCB_UUID: '78', TCB_ISANONYMOUS_USER: 'true' } };

beforeEach(async () => {
  await world.reset();
  await open();
});

describe('the session of a virtual payment', () => {
  it('is asked for before an order is stored, and is kept sealed for the caller alone', async () => {
    const before = (await world.rows('orders')).length;
    expect(await buy()).toMatchObject({
      code: 40902,
      message: '请重新登录微信后再试',
      data: { needsWechatSession: true },
    });
    expect((await keep(OTHER)).code).toBe(40902);
    const used = await codeOf(OPENID);
    const kept = await world.call('appUser', 'keepWechatSession', { code: used }, inWechat);
    expect(kept).toMatchObject({ code: 0, data: {} });
    const again = await world.call('appUser', 'keepWechatSession', { code: used }, inWechat);
    expect(again.code).toBe(40902);
    expect(await world.rows('orders')).toHaveLength(before);
    const { data } = await buy();
    const { userId } = await order(data._id);
    expect(await one('users', userId)).toMatchObject({
      sessionCipher: expect.stringMatching(/^v1:/),
    });
    await set('users', userId, { sessionTime: Date.now() - 25 * 3_600_000 });
    expect(await world.call('appOrder', 'payOrder', { id: data._id }, inWechat)).toMatchObject({
      code: 40902,
      data: { needsWechatSession: true },
    });
  });

  it('is erased with the account', async () => {
    await keep();
    const user = (await world.rows('users')).find(({ openid }) => openid === OPENID)!;
    await world.ok('appUser', 'deleteMyData', { preview: false }, inWechat);
    expect(await one('users', String(user['_id']))).toMatchObject({ sessionCipher: '' });
  });
});

describe('an order that is paid virtually', () => {
  it('has a new number where the user broke off and pays again, and is paid once by whichever arrives', async () => {
    const of = await bought();
    expect(await onPhone({ ...of.payment, outcome: 'cancel' })).toMatchObject({ errCode: -2 });
    const anew = await world.call('appOrder', 'payOrder', { id: of._id }, inWechat);
    expect(anew.data.orderNo).not.toBe(of.orderNo);
    expect(await onPhone(anew.data.payment as object)).toMatchObject({ errCode: 0 });
    const paid = await world.call('appOrder', 'payOrder', { id: of._id }, inWechat);
    expect(paid.data).toMatchObject({ payment: null });
    const first = delivery(of, { Attach: of._id });
    expect(await push(first)).toMatchObject(taken);
    expect(await order(of._id)).toMatchObject({ status: 'completed', orderNo: of.orderNo });
    const second = { ...first, OutTradeNo: anew.data.orderNo };
    expect((await push(second)).statusCode).toBe(400);
  });

  it('is refused by WeChat, or by us, under wrong settings', async () => {
    await useVirtual({ offerId: '1450000002' });
    expect(await onPhone((await bought()).payment)).toMatchObject({ errCode: -15016 });
    await useVirtual({ sandbox: true, sandboxAppKeyEnc: '' });
    expect(await buy()).toMatchObject({ code: 50201 });
    await useVirtual();
    const of = await bought();
    for (const field of ['pushTokenEnc', 'pushAesKeyEnc']) {
      await useVirtual({ [field]: '' });
      expect((await push(delivery(of))).statusCode).not.toBe(200);
    }
    expect(await order(of._id)).toMatchObject({ status: 'pending' });
  });

  it('is not granted where it was refunded before we heard of it, and ends', async () => {
    const of = await bought();
    expect(await onPhone({ ...of.payment, terminal: 'ios' })).toMatchObject({ errCode: 0 });
    await control('PUT', '', { refundsMs: 0 });
    await control('POST', '/refundAtApple', { orderId: of.orderNo });
    await expect
      .poll(async () => (await control('GET', ''))['virtualOrders'])
      .toMatchObject([{ status: 5 }]);
    const its = { id: of._id };
    expect(await world.ok('adminOrder', 'syncPayment', its)).toMatchObject({ status: 'pending' });
    await set('orders', of._id, { expireTime: Date.now() - 1 });
    await timer('orders');
    expect(await order(of._id)).toMatchObject({ status: 'closed' });
    expect(await credits()).toEqual({ paid: 0, gift: 0 });
  });

  it('is accepted by WeChat at the stored price, and only inside WeChat', async () => {
    const { payment, payChannel } = await bought();
    expect(payChannel).toBe('virtual');
    expect(payment).toMatchObject({ kind: 'virtual', mode: 'short_series_goods' });
    expect(JSON.parse(payment['signData']!)).toMatchObject({ env: 0, goodsPrice: PRICE });
    expect(payment['paySig']).toBe(
      createHmac('sha256', virtualAccount.appKeys[0]!)
        .update(`requestVirtualPayment&${payment['signData']}`)
        .digest('hex'),
    );
    expect(await onPhone(payment)).toMatchObject({ errCode: 0 });
    expect((await buy({}, web)).data).toMatchObject({ payChannel: 'wxpay' });
    expect(await buy({ isIos: true })).toMatchObject({
      code: 40902,
      message: '暂不支持在苹果设备上购买',
    });
    await useVirtual({ ios: true });
    for (const wechatVersion of [undefined, '8.0.9', '8.0', '7.12.99'])
      expect(await buy({ isIos: true, wechatVersion })).toMatchObject({
        code: 40902,
        message: '微信版本过低，请更新微信后再购买',
      });
    for (const wechatVersion of ['8.0.68', '8.0.100', '8.1', '10.0.1'])
      expect((await buy({ isIos: true, wechatVersion })).code).toBe(0);
    await useVirtual({ ios: true, iosLeastVersion: '8.0.9' });
    expect((await buy({ isIos: true, wechatVersion: '8.0.9' })).code).toBe(0);
    await useVirtual({ enabled: false });
    expect((await buy()).data).toMatchObject({ payment: { kind: 'jsapi' } });
  });

  it('is granted once however often it is pushed, sealed, as JSON or XML', async () => {
    const of = await bought();
    const answers = await Promise.all([push(delivery(of)), push(delivery(of))]);
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    expect(await push(delivery(of))).toMatchObject(taken);
    expect(await order(of._id)).toMatchObject({ status: 'completed', transactionId: '4200000001' });
    const once = await credits();
    const next = await bought();
    const xml = `<xml><Event><![CDATA[xpay_goods_deliver_notify]]></Event><OpenId><![CDATA[${OPENID}]]></OpenId>
      <OutTradeNo><![CDATA[${next.orderNo}]]></OutTradeNo><Env>0</Env>
      <WeChatPayInfo><TransactionId><![CDATA[4200000002]]></TransactionId></WeChatPayInfo><GoodsInfo>
      <ProductId><![CDATA[${PRODUCT}]]></ProductId><Quantity>1</Quantity><ActualPrice>${PRICE}</ActualPrice></GoodsInfo></xml>`;
    const Encrypt = encrypted(xml, appid);
    const body = `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA[${Encrypt}]]></Encrypt></xml>`;
    expect(await sent(body, query(pushAccount.token, Encrypt))).toMatchObject(taken);
    expect(await order(next._id)).toMatchObject({ status: 'completed' });
    expect(await credits()).not.toEqual(once);
  });

  it('is not granted by what is forged or does not fit', async () => {
    const of = await bought();
    const right = JSON.stringify(delivery(of));
    const Encrypt = encrypted(right, appid);
    const wrong = [
      await push(delivery(of), 'anotherToken'),
      await push(delivery(of), pushAccount.token, 'A'.repeat(43)),
      await push(delivery(of), pushAccount.token, undefined, 'wx0000000000000000'),
      await sent(
        JSON.stringify({ Encrypt: encrypted(right, appid) }),
        query(pushAccount.token, Encrypt),
      ),
      await sent(right, {}),
      await push(delivery(of, { ActualPrice: 1 })),
      await push(delivery(of, { Quantity: 2 })),
      await push(delivery(of, { ProductId: 'credits_1' })),
      await push(delivery(of, {}, { Env: 1 })),
      await push(delivery(of, {}, { OpenId: OTHER })),
      await push(delivery(of, {}, { OutTradeNo: '20261120000000000000' })),
    ];
    expect(wrong.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 400));
    // A plain one is signed without its content: WeChat, when asked, knows of no payment.
    expect((await sent(right, query(pushAccount.token))).statusCode).toBe(503);
    expect(await order(of._id)).toMatchObject({ status: 'pending' });
    expect(await push(delivery(of))).toMatchObject(taken);
  });

  it('of the sandbox is granted only while the sandbox is in use', async () => {
    await useVirtual({ sandbox: true });
    const of = await bought();
    await useVirtual();
    expect((await push(delivery(of, {}, { Env: 1 }))).statusCode).toBe(400);
    expect(await order(of._id)).toMatchObject({ status: 'pending' });
    await useVirtual({ sandbox: true });
    expect(await push(delivery(of, {}, { Env: 1 }))).toMatchObject(taken);
    expect(await order(of._id)).toMatchObject({ status: 'completed' });
  });

  it('is asked for where the push is lost, and WeChat hears that it was provided', async () => {
    const of = await bought();
    await onPhone(of.payment);
    await set('orders', of._id, { askTime: Date.now() - 1 });
    await timer('orders');
    expect(await order(of._id)).toMatchObject({ status: 'completed' });
    const seen = (await (await fetch(`${world.emulator.url}/__sandbox/wechat`)).json()) as {
      virtualOrders: { status: number }[];
    };
    expect(seen.virtualOrders).toMatchObject([{ status: 4 }]);
  });

  it('is found paid by an administrator who asks', async () => {
    const of = await bought();
    const its = { id: of._id };
    expect(await world.ok('adminOrder', 'syncPayment', its)).toMatchObject({ status: 'pending' });
    expect(await onPhone(of.payment)).toMatchObject({ errCode: 0 });
    expect(await world.ok('adminOrder', 'syncPayment', its)).toMatchObject({
      status: 'completed',
    });
  });

  it('is asked for by a plain push, closed when WeChat knows of no payment, and late after that', async () => {
    const paid = await bought();
    await onPhone(paid.payment);
    const plain = JSON.stringify(delivery(paid));
    expect(await sent(plain, query(pushAccount.token))).toMatchObject(taken);
    expect(await order(paid._id)).toMatchObject({ status: 'completed' });
    const late = await bought();
    await set('orders', late._id, { expireTime: Date.now() - 1, askTime: null });
    await timer('orders');
    expect(await order(late._id)).toMatchObject({ status: 'closed' });
    expect(await push(delivery(late))).toMatchObject(taken);
    expect(await order(late._id)).toMatchObject({ status: 'completed', latePay: true });
  });
});

it('WeChat is answered its echo when the address of pushes is set', async () => {
  const echo = (token: string) =>
    callback('virtualNotice', {
      httpMethod: 'GET',
      queryStringParameters: { ...query(token), echostr: '12345' },
    });
  expect(await echo(pushAccount.token)).toMatchObject({ statusCode: 200, body: '12345' });
  expect((await echo('anotherToken')).statusCode).toBe(400);
});

it('the sandbox in use is missing for an opening', async () => {
  const missing = async () => (await world.ok('adminSettings', 'getLegalTexts', {})).missing;
  const before = await missing();
  await useVirtual({ sandbox: true });
  const after = await missing();
  expect(after.slice(before.length)).toEqual([expect.stringContaining('虚拟支付的正式环境')]);
  await useVirtual({ sandbox: true, enabled: false });
  expect(await missing()).toEqual(before);
});
