import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { pushAccount } from '../../../sandbox/weChat/pushes.ts';
import { virtualAccount } from '../../../sandbox/weChat/virtualPayment.ts';
import { callback } from '../world/callback.ts';
import type { World } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

export const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
export const OTHER = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6p';
export const PACKAGE = 'pkg_0002';
export const PRICE = 1_990;
export const PRODUCT = `${PACKAGE}_${PRICE}`;
export const inWechat = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
export const taken = { statusCode: 200, body: '{"ErrCode":0,"ErrMsg":"success"}' };

const sha1 = (...parts: string[]) =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');
export const encrypted = (text: string, to: string, key64 = pushAccount.encodingAesKey) => {
  const key = Buffer.from(`${key64}=`, 'base64');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  const plain = Buffer.concat([randomBytes(16), length, Buffer.from(text + to)]);
  const missing = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([plain, Buffer.alloc(missing, missing)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
};
/** A push of a payment, as WeChat writes it. */
export const delivery = (of: StoredOrder, goods: object = {}, more: object = {}) => ({
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
/** What WeChat adds to the address: signed, and with what is sealed. */
export const query = (token: string, Encrypt?: string) => {
  const [timestamp, nonce] = ['1764500000', '42'];
  return {
    timestamp,
    nonce,
    signature: sha1(token, timestamp, nonce),
    ...(Encrypt && { msg_signature: sha1(token, timestamp, nonce, Encrypt) }),
  };
};
/** Orders by virtual payment, and what WeChat and its phone do with them. */
export const virtualCommerceOf = (world: World) => {
  const { appid } = world.sandbox.wechatpay.credentials;
  const { order, set } = commerceOf(world);

  const useVirtual = async (fields: object = {}) => {
    const { placeOf, seal } = await import('#cloudfunctions/_shared/base/secrets.ts');
    const sealed = (field: string, secret: string) =>
      seal(secret, placeOf('settings', 'payment', `virtual.${field}`));
    await set('settings', 'payment', {
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
  };

  const control = async (method: string, path: string, body?: object) => {
    const url = `${world.emulator.url}/__sandbox/wechat${path}`;
    const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as Record<string, unknown>;
  };
  /** The package is on sale by virtual payment, and its goods are in effect; pushes are lost unless a test sends them. */
  const open = async (fields: object = {}) => {
    await useVirtual(fields);
    await set('packages', PACKAGE, { payChannels: ['wxpay', 'virtual'] });
    const inEffect = { state: 'published', error: '', usableTime: 1, nextTime: null };
    const products = [PRODUCT, `${PRODUCT}_s`];
    await world.insert(
      'virtualGoods',
      products.map(_id => ({ _id, ...inEffect })),
    );
    await control('PUT', '', { goods: { [PRODUCT]: PRICE }, pushes: 'lost' });
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

  const sent = (text: string, queryStringParameters: Record<string, string>) =>
    callback('virtualNotice', { body: text, queryStringParameters });
  const push = (content: object, token = pushAccount.token, key?: string, to = appid) => {
    const Encrypt = encrypted(JSON.stringify(content), to, key);
    return sent(JSON.stringify({ ToUserName: 'gh_1', Encrypt }), query(token, Encrypt));
  };
  /** Paid on the phone, and granted. */
  const paid = async () => {
    const of = await bought();
    expect(await onPhone(of.payment)).toMatchObject({ errCode: 0 });
    expect(await push(delivery(of))).toMatchObject(taken);
    return order(of._id);
  };

  return {
    useVirtual,
    open,
    control,
    codeOf,
    keep,
    buy,
    bought,
    onPhone,
    credits,
    sent,
    push,
    paid,
    appid,
  };
};
