import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { pushAccount } from '../../../sandbox/weChat/pushes.ts';
import { virtualAccount } from '../../../sandbox/weChat/virtualPayment.ts';
import { callback } from '../world/callback.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
const { order, set, one, timer } = commerceOf(world);
const { placeOf, seal } = await import('#cloudfunctions/_shared/base/secrets.ts');

const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const OTHER = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6p';
const PACKAGE = 'pkg_0002';
const PRICE = 1_990;
const PRODUCT = `${PACKAGE}_${PRICE}`;
const { appid } = world.sandbox.wechatpay.credentials;
const inWechat = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
const web = { caller: { TCB_UUID: '78', TCB_ISANONYMOUS_USER: 'true' } };

const sealed = (field: string, secret: string) =>
  seal(secret, placeOf('settings', 'payment', `virtual.${field}`));
const useVirtual = (fields: object = {}) =>
  set('settings', 'payment', {
    virtual: {
      enabled: true,
      offerId: virtualAccount.offerId,
      appKeyEnc: sealed('appKeyEnc', virtualAccount.appKeys[0]!),
      sandboxAppKeyEnc: sealed('sandboxAppKeyEnc', virtualAccount.appKeys[1]!),
      sandbox: false,
      ios: false,
      pushTokenEnc: sealed('pushTokenEnc', pushAccount.token),
      pushAesKeyEnc: sealed('pushAesKeyEnc', pushAccount.encodingAesKey),
      ...fields,
    },
  });

const control = async (method: string, path: string, body: object) => {
  const url = `${world.emulator.url}/__sandbox/wechat${path}`;
  const answer = await fetch(url, { method, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
};
const codeOf = async (openid: string) =>
  String((await control('POST', '/login', { openid }))['code']);
const keep = async (openid = OPENID) =>
  world.call('appUser', 'keepWechatSession', { code: await codeOf(openid) }, inWechat);

const buy = (data: object = {}, who: object = inWechat) =>
  world.call('appOrder', 'createOrder', { packageId: PACKAGE, refundRules: '1', ...data }, who);
const bought = async (): Promise<StoredOrder & { payment: Record<string, string> }> => {
  await keep();
  const { code, data } = await buy();
  expect(code).toBe(0);
  return { ...(await order(data._id)), payment: data.payment as Record<string, string> };
};
const onPhone = (payment: object) =>
  control('POST', '/requestVirtualPayment', { openid: OPENID, ...payment });
const credits = async () =>
  (await world.rows('users')).find(({ openid }) => openid === OPENID)?.['credits'];

const sha1 = (...parts: string[]) =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');
const encrypted = (text: string, key64 = pushAccount.encodingAesKey, to = appid) => {
  const key = Buffer.from(`${key64}=`, 'base64');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  const plain = Buffer.concat([randomBytes(16), length, Buffer.from(text + to)]);
  const missing = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([plain, Buffer.alloc(missing, missing)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
};
const delivery = (of: StoredOrder, goods: object = {}, more: object = {}) => ({
  Event: 'xpay_goods_deliver_notify',
  OpenId: of.openid,
  OutTradeNo: of.orderNo,
  Env: 0,
  WeChatPayInfo: { TransactionId: '4200000001', PaidTime: Math.floor(Date.now() / 1_000) },
  GoodsInfo: {
    ProductId: of.virtual?.productId,
    Quantity: 1,
    OrigPrice: PRICE,
    ActualPrice: PRICE,
    ...goods,
  },
  ...more,
});
const query = (token: string, Encrypt?: string) => {
  const [timestamp, nonce] = ['1764500000', '42'];
  return {
    timestamp,
    nonce,
    signature: sha1(token, timestamp, nonce),
    ...(Encrypt && { msg_signature: sha1(token, timestamp, nonce, Encrypt) }),
  };
};
const sent = (text: string, queryStringParameters: Record<string, string>) =>
  callback('virtualNotice', { body: text, queryStringParameters });
const push = (content: object, token = pushAccount.token, key?: string, to?: string) => {
  const Encrypt = encrypted(JSON.stringify(content), key, to);
  return sent(JSON.stringify({ ToUserName: 'gh_1', Encrypt }), query(token, Encrypt));
};
const taken = { statusCode: 200, body: '{"ErrCode":0,"ErrMsg":"success"}' };

beforeEach(async () => {
  await world.reset();
  await useVirtual();
  await set('packages', PACKAGE, { payChannels: ['wxpay', 'virtual'] });
  const inEffect = { state: 'published', error: '', usableTime: 1, nextTime: null };
  const products = [PRODUCT, `${PRODUCT}_s`];
  await world.insert(
    'virtualGoods',
    products.map(_id => ({ _id, ...inEffect })),
  );
  await control('PUT', '', { goods: { [PRODUCT]: PRICE }, pushes: 'lost' });
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
    expect((await buy({ isIos: true })).code).toBe(0);
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
      <OutTradeNo><![CDATA[${next.orderNo}]]></OutTradeNo><Env>0</Env><GoodsInfo>
      <ProductId><![CDATA[${PRODUCT}]]></ProductId><Quantity>1</Quantity><ActualPrice>${PRICE}</ActualPrice></GoodsInfo></xml>`;
    const Encrypt = encrypted(xml);
    const body = `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA[${Encrypt}]]></Encrypt></xml>`;
    expect(await sent(body, query(pushAccount.token, Encrypt))).toMatchObject(taken);
    expect(await order(next._id)).toMatchObject({ status: 'completed' });
    expect(await credits()).not.toEqual(once);
  });

  it('is not granted by what is forged or does not fit', async () => {
    const of = await bought();
    const right = JSON.stringify(delivery(of));
    const Encrypt = encrypted(right);
    const wrong = [
      await push(delivery(of), 'anotherToken'),
      await push(delivery(of), pushAccount.token, 'A'.repeat(43)),
      await push(delivery(of), pushAccount.token, undefined, 'wx0000000000000000'),
      await sent(JSON.stringify({ Encrypt: encrypted(right) }), query(pushAccount.token, Encrypt)),
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
