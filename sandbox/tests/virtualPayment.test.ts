import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushAccount } from '../weChat/pushes.ts';
import { virtualAccount } from '../weChat/virtualPayment.ts';
import { makeWechatPayKeys } from '../wechatPay/keys.ts';
import { startSandbox } from './server.ts';

interface Received {
  query: URLSearchParams;
  body: Record<string, unknown>;
}
let received: Received[] = [];
let answer = '{"ErrCode":0}';
/** The product's address of pushes. */
const product = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body'];
    received.push({ query: new URL(req.url ?? '', 'http://product.test').searchParams, body });
    res.end(answer);
  });
});
await new Promise<void>(resolve => void product.listen(0, '127.0.0.1', resolve));
const pushUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}/push`;

const keys = makeWechatPayKeys();
const sandbox = await startSandbox({ wechatPay: { keys }, pushUrl: () => pushUrl });
const { appid } = keys;
const secret = createHash('sha256')
  .update(`app secret of ${keys.apiV3Key}`)
  .digest('hex')
  .slice(0, 32);
const openid = 'oBuyer0000000000000000000001';
const product1 = {
  id: 'credits_100',
  name: '100 积分',
  price: 990,
  remark: '积分',
  item_url: 'https://a.test/a.png',
};

afterAll(async () => {
  product.close();
  await sandbox.close();
});

type Answer = Record<string, unknown>;
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const post = async (path: string, fields: object | string): Promise<Answer> => {
  const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
  return (await (await fetch(`${sandbox.url}${path}`, { method: 'POST', body })).json()) as Answer;
};

let token = '';
let sessionKey = '';
const api = (
  name: string,
  fields: Answer,
  appKey = virtualAccount.appKeys[Number(fields['env'] ?? 0)]!,
) => {
  const body = JSON.stringify(fields);
  const paySig = hmac(appKey, `/xpay/${name}&${body}`);
  return post(`/__sandbox-wechat/xpay/${name}?access_token=${token}&pay_sig=${paySig}`, body);
};
const session = async () => {
  const { code } = await post('/__sandbox/wechat/login', { openid });
  const query = new URLSearchParams({
    appid,
    secret,
    js_code: String(code),
    grant_type: 'authorization_code',
  });
  const get = async () =>
    (await (
      await fetch(`${sandbox.url}/__sandbox-wechat/sns/jscode2session?${query}`)
    ).json()) as Answer;
  return [await get(), await get()] as const;
};

const order = (more: Answer = {}) => ({
  offerId: virtualAccount.offerId,
  buyQuantity: 1,
  env: 0,
  currencyType: 'CNY',
  productId: product1.id,
  goodsPrice: product1.price,
  outTradeNo: 'V20261130-0001',
  attach: 'order 1',
  ...more,
});
/** What the phone does with the parameters of the product's server. */
const pay = async (
  data: object = order(),
  more: Answer = {},
  appKey = virtualAccount.appKeys[0]!,
) => {
  const signData = JSON.stringify(data);
  const signed = {
    signData,
    paySig: hmac(appKey, `requestVirtualPayment&${signData}`),
    signature: hmac(sessionKey, signData),
  };
  const { errCode } = await post('/__sandbox/wechat/requestVirtualPayment', {
    openid,
    mode: 'short_series_goods',
    ...signed,
    ...more,
  });
  return errCode;
};
const asked = async (order_id = 'V20261130-0001') => {
  const { order: found, errcode } = await api('query_order', { openid, env: 0, order_id });
  return (found ?? { errcode }) as Answer;
};
const refund = (more: Answer = {}) =>
  api('refund_order', {
    openid,
    order_id: 'V20261130-0001',
    refund_order_id: 'RV20261130-01',
    left_fee: 990,
    refund_fee: 400,
    biz_meta: '',
    refund_reason: '3',
    req_from: '2',
    env: 0,
    ...more,
  });

beforeEach(async () => {
  await sandbox.reset();
  received = [];
  answer = '{"ErrCode":0}';
  const fields = { grant_type: 'client_credential', appid, secret };
  token = String((await post('/__sandbox-wechat/cgi-bin/stable_token', fields))['access_token']);
  sessionKey = String((await session())[0]['session_key']);
  await sandbox.configure('wechat', { goods: { [product1.id]: product1.price }, pushSafe: false });
});

describe('signatures', () => {
  it('are those of the example in the documentation', () => {
    const body = '{"openid": "xxx", "user_ip": "127.0.0.1", "env": 0}';
    expect([
      hmac('12345', `/xpay/query_user_balance&${body}`),
      hmac('9hAb/NEYUlkaMBEsmFgzig==', body),
    ]).toEqual([
      'c37809f27c6d7fd1837ad2500a04512b66b34fd793a39a385fade56dca89a4b5',
      '089d9e8dc5d308977360c4b79ec600a93d736802802a807d634192328032f6c7',
    ]);
  });
  it('are refused when made with another key, and so are sessions that have expired', async () => {
    const live = virtualAccount.appKeys[0]!;
    expect(await pay(order(), { signature: hmac('another', 'x') })).toBe(-15005);
    expect(await pay(order(), {}, virtualAccount.appKeys[1])).toBe(-15006);
    expect(await pay(order({ env: 1 }), {}, live)).toBe(-15006);
    const wrong = await api('query_order', { openid, env: 1, order_id: 'V20261130-0001' }, live);
    expect(wrong['errcode']).toBe(268490003);
    await sandbox.configure('wechat', { expireSession: openid });
    expect(await pay()).toBe(-15007);
    const [again, used] = await session();
    expect(again['openid']).toBe(openid);
    expect(again['session_key']).not.toBe(sessionKey);
    expect(used['errcode']).toBe(40163);
    expect(received).toEqual([]);
  });
});

describe('an order', () => {
  it('needs goods in effect at their price, and a number that is new', async () => {
    expect(await pay(order({ goodsPrice: 1 }))).toBe(-15013);
    expect(await pay(order({ productId: 'unknown' }))).toBe(-15010);
    expect(await pay(order({ outTradeNo: '_20261130-0001' }))).toBe(-15001);
    expect(await pay(order({ env: 1 }), { terminal: 'ios' }, virtualAccount.appKeys[1])).toBe(
      -15011,
    );
    expect(await pay(order(), { outcome: 'cancel' })).toBe(-2);
    expect(await asked()).toMatchObject({ status: 1, left_fee: 0 });
    expect(await pay()).toBe(-15002);
    expect(await asked('V20261130-0002')).toEqual({ errcode: 268490002 });
  });
  it('is pushed until it is answered, and then provided', async () => {
    answer = '{"ErrCode":1,"ErrMsg":"later"}';
    expect(await pay()).toBe(0);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(await asked()).toMatchObject({ status: 2, paid_fee: 990, left_fee: 990, env_type: 1 });
    answer = '{"ErrCode":0,"ErrMsg":"success"}';
    sandbox.later(2_500);
    await vi.waitFor(() => expect(received).toHaveLength(2));
    await vi.waitFor(async () => expect(await asked()).toMatchObject({ status: 4 }));
    sandbox.later(60_000);
    await new Promise(resolve => setTimeout(resolve, 250));
    expect(received).toHaveLength(2);
    expect(received[1]!.body).toMatchObject({
      Event: 'xpay_goods_deliver_notify',
      OpenId: openid,
      OutTradeNo: 'V20261130-0001',
      GoodsInfo: { ProductId: product1.id, Quantity: 1, ActualPrice: 990, Attach: 'order 1' },
    });
    const { query } = received[1]!;
    const parts = [pushAccount.token, query.get('timestamp')!, query.get('nonce')!].toSorted();
    expect(query.get('signature')).toBe(createHash('sha1').update(parts.join('')).digest('hex'));
  });
  it('is pushed encrypted, and provided by a call where the push was lost', async () => {
    await sandbox.configure('wechat', { pushSafe: true });
    await pay();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const { query, body } = received[0]!;
    const sealed = String(body['Encrypt']);
    const parts = [
      pushAccount.token,
      query.get('timestamp')!,
      query.get('nonce')!,
      sealed,
    ].toSorted();
    expect(query.get('msg_signature')).toBe(
      createHash('sha1').update(parts.join('')).digest('hex'),
    );
    const key = Buffer.from(`${pushAccount.encodingAesKey}=`, 'base64');
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(
      false,
    );
    const plain = Buffer.concat([decipher.update(sealed, 'base64'), decipher.final()]);
    const end = 20 + plain.readUInt32BE(16);
    expect(JSON.parse(plain.subarray(20, end).toString())).toMatchObject({
      OutTradeNo: 'V20261130-0001',
    });
    expect(plain.subarray(end, plain.length - plain.at(-1)!).toString()).toBe(appid);

    await sandbox.configure('wechat', { pushes: 'lost' });
    await pay(order({ outTradeNo: 'V20261130-0002' }));
    expect(await asked('V20261130-0002')).toMatchObject({ status: 2 });
    const done = await api('notify_provide_goods', { order_id: 'V20261130-0002', env: 0 });
    expect(done['errcode']).toBe(0);
    expect(await asked('V20261130-0002')).toMatchObject({ status: 4 });
  });
});

describe('a refund', () => {
  it('is never more than what is left, once for its number, although its answer is lost', async () => {
    await pay();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect((await refund({ left_fee: 500 }))['errcode']).toBe(268490016);
    expect((await refund({ refund_fee: 991 }))['errcode']).toBe(268490002);
    expect((await refund({ openid: 'oOther' }))['errcode']).toBe(268490001);
    await sandbox.configure('wechat', { mode: 'lose', times: 1, path: '/xpay/refund_order' });
    await expect(refund()).rejects.toThrow();
    expect((await refund())['errcode']).toBe(268490014);
    expect(await asked('RV20261130-01')).toMatchObject({
      order_type: 1,
      status: 1,
      refund_fee: 400,
    });
    sandbox.later(1_000);
    await vi.waitFor(() => expect(received).toHaveLength(2));
    expect(received[1]!.body).toMatchObject({
      Event: 'xpay_refund_notify',
      MchRefundId: 'RV20261130-01',
      MchOrderId: 'V20261130-0001',
      RefundFee: 400,
      RetCode: 0,
      RetryTimes: 0,
    });
    expect((await refund())['errcode']).toBe(0);
    expect(await asked()).toMatchObject({ left_fee: 590 });
    expect((await refund({ refund_fee: 590, left_fee: 590 }))['errcode']).toBe(268490002);
    expect(
      (await refund({ refund_order_id: 'RV20261130-02', refund_fee: 590, left_fee: 590 }))[
        'errcode'
      ],
    ).toBe(0);
    sandbox.later(1_000);
    await vi.waitFor(async () => expect(await asked()).toMatchObject({ left_fee: 0, status: 5 }));
  });
  it('can fail, can be pushed before the delivery, and is not for what Apple was paid', async () => {
    await sandbox.configure('wechat', { pushDelayMs: 60_000, refunds: 'FAIL' });
    await pay();
    await sandbox.configure('wechat', { pushDelayMs: 0 });
    await refund();
    sandbox.later(1_000);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]!.body).toMatchObject({ Event: 'xpay_refund_notify', RetCode: 1 });
    expect(await asked('RV20261130-01')).toMatchObject({ status: 7 });
    expect(await asked()).toMatchObject({ status: 2, left_fee: 990 });
    sandbox.later(60_000);
    await vi.waitFor(() => expect(received).toHaveLength(2));
    await pay(order({ outTradeNo: 'V20261130-0002' }), { terminal: 'ios' });
    expect(await asked('V20261130-0002')).toMatchObject({ order_type: 7, status: 2 });
    const refused = await refund({ order_id: 'V20261130-0002', refund_order_id: 'RV20261130-02' });
    expect(refused['errcode']).toBe(268490002);
  });
});

describe('goods and bills', () => {
  it('are uploaded, published, and in effect after a while', async () => {
    const item = { ...product1, id: 'credits_200', item_url: 'https://a.test/a.jpg?sign=1&t=2' };
    const wanted = order({ productId: item.id });
    expect(
      (await api('start_upload_goods', { upload_item: [item, item], env: 0 }))['errcode'],
    ).toBe(268490002);
    expect((await api('start_upload_goods', { upload_item: [item], env: 0 }))['errcode']).toBe(0);
    expect((await api('start_upload_goods', { upload_item: [item], env: 0 }))['errcode']).toBe(
      268490012,
    );
    expect(await api('query_upload_goods', { env: 0 })).toMatchObject({ status: 1 });
    sandbox.later(5_000);
    expect(await api('query_upload_goods', { env: 0 })).toMatchObject({
      status: 3,
      upload_item: [{ id: 'credits_200', upload_status: 2 }],
    });
    expect(await pay(wanted)).toBe(-15010);
    await api('start_publish_goods', { publish_item: [{ id: item.id }], env: 0 });
    sandbox.later(5_000);
    expect(await api('query_publish_goods', { env: 0 })).toMatchObject({ status: 3 });
    expect(await pay(wanted)).toBe(-15014);
    sandbox.later(600_000);
    expect(await pay(wanted)).toBe(0);
  });
  it('are of the days that are asked for, once they are made', async () => {
    await pay();
    const today = Number(
      new Date(sandbox.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', ''),
    );
    const bill = () => api('download_bill', { begin_ds: today, end_ds: today });
    expect((await bill())['errcode']).toBe(268490011);
    sandbox.later(3_000);
    const text = await (await fetch(String((await bill())['url']))).text();
    expect(text.split('\n')[1]).toMatch(/^V20261130-0001,990,/);
  });
});
