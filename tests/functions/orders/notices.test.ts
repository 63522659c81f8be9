import { createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { SignedNotice } from '../../../sandbox/wechatPay/notices.ts';
import type { SandboxRefund } from '../../../sandbox/wechatPay/records.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
beforeEach(() => world.reset());
const { order, refund, set, newOrder, newRefund, http, tradeOf, one, notices } = commerceOf(world);
const { signer } = world.sandbox.wechatpay;

const pending = () => newOrder({ status: 'pending', expireTime: Date.now() + 60_000 });
const paid = (of: StoredOrder, fields = {}) =>
  notices.signed('', notices.ofTrade(tradeOf(of, fields)));
const user = (id: string) => one<{ credits: { paid: number; gift: number } }>('users', id);

const refundOf = async (fields: Partial<SandboxRefund> = {}) => {
  const made = await newRefund({ status: 'processing', refundId: '50000009' });
  const { _id, orderNo, orderPayFen, amountFen } = made.refund;
  const content: SandboxRefund = {
    refundId: '50000009',
    outRefundNo: _id,
    outTradeNo: orderNo,
    transactionId: '42',
    amountFen,
    totalFen: orderPayFen,
    reason: '',
    status: 'SUCCESS',
    createTime: Date.now(),
    successTime: Date.now(),
    notifyUrl: '',
    account: '零钱',
    settle: null,
    paidOut: 1,
    ...fields,
  };
  return { ...made, notice: notices.signed('', notices.ofRefund(content)), content };
};

/** A notice about this payment, changed by another sender than the gateway, or not about our order. */
type Forgery = [name: string, forge: (of: StoredOrder) => SignedNotice];
const changed = (of: StoredOrder, change: (body: Record<string, never>) => void): SignedNotice => {
  const { headers, body, url } = paid(of);
  const parsed = JSON.parse(body) as Record<string, never>;
  change(parsed);
  return { url, headers, body: JSON.stringify(parsed) };
};
const withHeader = (of: StoredOrder, name: string, value: string): SignedNotice => {
  const notice = paid(of);
  return { ...notice, headers: { ...notice.headers, [name]: value } };
};
const properly = (_of: StoredOrder, content: object, more: object = {}): SignedNotice => {
  const resource = { original_type: 'transaction', ...signer.seal(content, 'transaction') };
  const event = { id: 'EV-forged-0001', event_type: 'TRANSACTION.SUCCESS', resource, ...more };
  return notices.signed('', JSON.stringify(event));
};
const trueContent = (of: StoredOrder) => ({
  appid: world.sandbox.wechatpay.credentials.appid,
  mchid: world.sandbox.wechatpay.credentials.mchid,
  out_trade_no: of.orderNo,
  transaction_id: '4200001',
  trade_state: 'SUCCESS',
  success_time: '2026-11-20T10:00:00+08:00',
  amount: { total: of.payFen, currency: 'CNY' },
});
const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

const forgeries: Forgery[] = [
  ['without a signature', of => ({ ...paid(of), headers: {} })],
  [
    'with the signature of another body',
    of => changed(of, body => void Object.assign(body, { x: 1 })),
  ],
  [
    'signed by a stranger under our serial',
    of => {
      const notice = paid(of);
      const { 'wechatpay-timestamp': time, 'wechatpay-nonce': nonce } = notice.headers;
      const signature = createSign('RSA-SHA256')
        .update(`${time}\n${nonce}\n${notice.body}\n`)
        .sign(stranger, 'base64');
      return { ...notice, headers: { ...notice.headers, 'wechatpay-signature': signature } };
    },
  ],
  ['under another serial', of => withHeader(of, 'wechatpay-serial', 'PUB_KEY_ID_0000')],
  ['with a changed nonce', of => withHeader(of, 'wechatpay-nonce', 'a'.repeat(32))],
  [
    'from five minutes ago',
    of => {
      const { body, url } = paid(of);
      return { url, body, headers: signer.headersFor(body, Date.now() - 302_000) };
    },
  ],
  [
    'from five minutes ahead',
    of => {
      const { body, url } = paid(of);
      return { url, body, headers: signer.headersFor(body, Date.now() + 302_000) };
    },
  ],
  [
    'with a probing signature',
    of => withHeader(of, 'wechatpay-signature', 'WECHATPAY/SIGNTEST/abc'),
  ],
  [
    'sealed with another key',
    of => {
      const { resource } = JSON.parse(paid(of).body) as { resource: { ciphertext: string } };
      const broken = Buffer.from(resource.ciphertext, 'base64');
      broken[0]! ^= 1;
      const body = { ...JSON.parse(paid(of).body), id: 'EV-1' } as { resource: object };
      body.resource = { ...resource, ciphertext: broken.toString('base64') };
      return notices.signed('', JSON.stringify(body));
    },
  ],
  [
    'of another sum',
    of => properly(of, { ...trueContent(of), amount: { total: 1, currency: 'CNY' } }),
  ],
  [
    'in another currency',
    of => properly(of, { ...trueContent(of), amount: { total: of.payFen, currency: 'JPY' } }),
  ],
  ['of another merchant', of => properly(of, { ...trueContent(of), mchid: '1900009999' })],
  [
    'of another application',
    of => properly(of, { ...trueContent(of), appid: 'wx0000000000000000' }),
  ],
  [
    'of no order of ours',
    of => properly(of, { ...trueContent(of), out_trade_no: '20261120000000000000' }),
  ],
  [
    'of a payment that did not happen',
    of => properly(of, { ...trueContent(of), trade_state: 'NOTPAY' }),
  ],
  ['of another kind', of => properly(of, trueContent(of), { event_type: 'REFUND.SUCCESS' })],
  ['of an id that is no id', of => properly(of, trueContent(of), { id: { $ne: '' } })],
];

describe('a payment notice', () => {
  it('that is forged is refused and changes nothing', async () => {
    const of = await pending();
    const before = await world.dump();
    for (const [name, forge] of forgeries) {
      const answer = await http('payNotice', forge(of));
      expect([answer.statusCode, JSON.parse(answer.body)], name).toEqual([
        400,
        { code: 'FAIL', message: '通知未通过校验' },
      ]);
      expect(await world.dump(), name).toBe(before);
    }
  });

  it('signed with the other key is believed while that is configured', async () => {
    const of = await pending();
    const notice = paid(of);
    const { 'wechatpay-timestamp': time, 'wechatpay-nonce': nonce } = notice.headers;
    const signature = createSign('RSA-SHA256')
      .update(`${time}\n${nonce}\n${notice.body}\n`)
      .sign(stranger, 'base64');
    const other = { 'wechatpay-serial': '5157F09E', 'wechatpay-signature': signature };
    const sent = { ...notice, headers: { ...notice.headers, ...other } };
    const otherKey = createPublicKey(stranger).export({ type: 'spki', format: 'pem' });
    expect((await http('payNotice', sent)).statusCode).toBe(400);
    await set('settings', 'payment', { 'wxpay.otherKey': otherKey });
    expect((await http('payNotice', sent)).statusCode).toBe(400);
    await set('settings', 'payment', { 'wxpay.otherKeyId': '5157F09E' });
    expect((await http('payNotice', sent)).statusCode).toBe(200);
    expect((await order(of._id)).status).not.toBe('pending');
    const next = await pending();
    expect((await http('payNotice', paid(next))).statusCode).toBe(200);
  });

  it('is refused when it is not a POST, and when settings are missing', async () => {
    const of = await pending();
    expect((await http('payNotice', paid(of), 'GET')).statusCode).toBe(400);
    await set('settings', 'payment', { 'wxpay.apiV3KeyEnc': '' });
    expect((await http('payNotice', paid(of))).statusCode).toBe(500);
    expect((await order(of._id)).status).toBe('pending');
  });

  it('pays the order and grants what was bought, once for many deliveries', async () => {
    const of = await pending();
    const before = await user(of.userId);
    const notice = paid(of);
    const answers = await Promise.all(Array.from({ length: 5 }, () => http('payNotice', notice)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses).toContain(200);
    expect(statuses.every(status => status === 200 || status === 503)).toBe(true);
    expect((await http('payNotice', notice)).statusCode).toBe(200);
    const after = await order(of._id);
    expect(after).toMatchObject({
      status: 'completed',
      latePay: false,
      fulfil: { status: 'done' },
    });
    expect(after.history).toHaveLength(of.history.length + 2);
    expect((await user(of.userId)).credits).toEqual({
      paid: before.credits.paid + 600,
      gift: before.credits.gift + 60,
    });
    expect(await world.rows('webhookEvents')).toHaveLength(1);
    expect((await world.rows('creditLedger')).filter(({ refId }) => refId === of._id)).toHaveLength(
      2,
    );
  });

  it('of different events about one payment pays once as well', async () => {
    const of = await pending();
    await Promise.all(Array.from({ length: 5 }, () => http('payNotice', paid(of))));
    await http('payNotice', paid(of));
    expect((await order(of._id)).history).toHaveLength(of.history.length + 2);
    const sum = (await world.rows('counters')).reduce(
      (all, { figures }) => all + ((figures as Record<string, number>)['paidOrders'] ?? 0),
      0,
    );
    expect(sum).toBe(1);
  });

  it('that fails half-way is completed by its repetition', async () => {
    const of = await pending();
    // With the grant, and by itself.
    const failing = { action: 'database.commitTransaction', code: 'DATABASE_REQUEST_FAILED' };
    await world.inject({ ...failing, times: 2 });
    const notice = paid(of);
    expect((await http('payNotice', notice)).statusCode).toBe(500);
    expect((await http('payNotice', notice)).statusCode).toBe(200);
    expect((await order(of._id)).status).toBe('completed');
  });
});

describe('a refund notice', () => {
  it('settles the refund, once for many deliveries', async () => {
    const made = await refundOf();
    const all = Array.from({ length: 5 }, () => http('refundNotice', made.notice));
    expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toContain(200);
    expect((await http('refundNotice', made.notice)).statusCode).toBe(200);
    expect(await refund(made.refund._id)).toMatchObject({
      status: 'success',
      rev: made.refund.rev + 1,
    });
    expect(await order(made.order._id)).toMatchObject({ status: 'refunded', refundingFen: 0 });
  });

  it.each([
    ['of another sum', { amountFen: 1 }],
    ['of another order', { outTradeNo: '20260101000000000000' }],
    ['of a refund that is not ours', { outRefundNo: 'RF0000' }],
    ['of another total', { totalFen: 1 }],
  ])('%s is refused and changes nothing', async (_name, fields) => {
    const { notice, refund: row } = await refundOf(fields);
    expect((await http('refundNotice', notice)).statusCode).toBe(400);
    expect(await refund(row._id)).toEqual(row);
  });

  it('cannot be made from a payment notice, nor with a broken signature', async () => {
    const { notice, order: of } = await refundOf();
    const before = await world.dump();
    expect((await http('refundNotice', paid(of))).statusCode).toBe(400);
    const headers = { ...notice.headers, 'wechatpay-nonce': 'other' };
    expect((await http('refundNotice', { ...notice, headers })).statusCode).toBe(400);
    expect(await world.dump()).toBe(before);
  });

  it('of different events about one refund counts it once as well', async () => {
    const { notice, content } = await refundOf();
    expect((await http('refundNotice', notice)).statusCode).toBe(200);
    const before = await world.dump(['webhookEvents']);
    const again = notices.signed('', notices.ofRefund(content));
    expect((await http('refundNotice', again)).statusCode).toBe(200);
    expect(await world.dump(['webhookEvents'])).toBe(before);
  });
});
