import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { logisticsSentences, uploadSentences } from '#contract/sentences/shipping.ts';
import { z } from '#contract/zod.ts';
import { noGrant } from '../../noGrant.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';
import { printsOf, recipient } from './prints.ts';

const world = await startWorld({ UPLOAD_ATTEMPTS: 3 });
beforeEach(async () => {
  await world.reset();
  // With the stand-in the token is new: the first call finds out.
  const { callWeChat } = await import('#cloudfunctions/_shared/weChat/client.ts');
  await callWeChat('wxa/sec/order/get_order', {}, z.object({}));
});
const { order, print, newOrder, newPrint, processRefund, finish, set } = await printsOf(world);

const UPLOAD = '/wxa/sec/order/upload_shipping_info';
const TRACE = '/cgi-bin/express/delivery/open_msg/trace_waybill';
const QUERY = '/cgi-bin/express/delivery/open_msg/query_trace';
const control = `${world.emulator.url}/__sandbox/wechat`;

interface Seen {
  calls: { path: string }[];
  deliveries: Record<string, unknown>[];
  parcels: Record<string, unknown>[];
}
const seen = async () => (await (await fetch(control)).json()) as Seen;
const callsOf = async (path: string) =>
  (await seen()).calls.filter(call => call.path === path).length;
const weChat = async (request: object) => {
  const answer = await fetch(control, { method: 'PUT', body: JSON.stringify(request) });
  expect(answer.status).toBe(200);
};

/** What happens while WeChat is asked for the first time: before its answer is read. */
const onceAsked = (path: string, does: () => Promise<unknown>) => {
  const { fetch } = globalThis;
  const asking = forOneTest(vi.spyOn(globalThis, 'fetch'));
  asking.mockImplementation(async (address, options) => {
    const answer = await fetch(address, options);
    if (String(address instanceof Request ? address.url : address).includes(path)) {
      asking.mockImplementation(fetch);
      await does();
    }
    return answer;
  });
};

const { uploadDue } = await import('#cloudfunctions/_shared/shipping/run.ts');
const run = (job: 'uploads' | 'parcels') => finishJob(world, job);
const uploadOf = async ({ _id }: { _id: string }) => (await order(_id)).upload;
/** Its wait is over. */
const makeDue = ({ _id }: { _id: string }) => set('orders', _id, { 'upload.nextTime': 1 });
const runAgain = async (of: { _id: string }) => {
  await makeDue(of);
  await run('uploads');
  return uploadOf(of);
};

let numbers = 0;
const ship = async (
  { _id }: { _id: string },
  expressCompany = 'sf',
  expressNo = `SF${7_000_000_000_000 + (numbers += 1)}`,
) => {
  await world.ok('adminPrintOrder', 'setShipping', { id: _id, expressCompany, expressNo });
  return expressNo;
};
const shipped = async (orderFields: Partial<StoredOrder> = {}, carrier = 'sf') => {
  const made = await newPrint('producing');
  if (Object.keys(orderFields).length > 0) await set('orders', made.orderId, orderFields);
  const expressNo = await ship(made, carrier);
  return { print: made, of: await order(made.orderId), expressNo };
};
const undelivered = (fields: Partial<StoredOrder> = {}) =>
  newOrder({
    status: 'paid',
    fulfil: { ...noGrant, status: 'failed' },
    ...fields,
  });
const grant = ({ _id }: { _id: string }) => world.ok('adminOrder', 'retryFulfil', { id: _id });
const retry = ({ _id }: { _id: string }) => world.call('adminOrder', 'retryUpload', { id: _id });
const forgetSecret = () => set('settings', 'notification', { 'miniProgram.appSecretEnc': '' });

describe('the upload of a delivery', () => {
  it('informs WeChat once of a parcel, with the masked phone that its carrier asks for', async () => {
    const { of, expressNo } = await shipped();
    expect(of.upload).toMatchObject({ status: 'waiting', attempts: 0 });
    await Promise.all([run('uploads'), run('uploads')]);
    await run('uploads');
    expect(await callsOf(UPLOAD)).toBe(1);
    expect((await seen()).deliveries).toMatchObject([
      {
        transactionId: of.transactionId,
        logisticsType: 1,
        trackingNo: expressNo,
        expressCompany: 'SF',
        contact: `${recipient.phone.slice(0, 3)}****${recipient.phone.slice(-4)}`,
        itemDesc: `${of.items[0]!.name}×${of.items[0]!.qty}`,
      },
    ]);
    expect(await uploadOf(of)).toMatchObject({
      status: 'synced',
      reason: '',
      nextTime: null,
      isUnsure: false,
      time: expect.any(Number) as number,
    });
  });

  it('informs WeChat of virtual goods when they are granted, some seconds after the payment', async () => {
    const of = await undelivered({ payTime: Date.now() });
    await grant(of);
    await run('uploads');
    expect(await callsOf(UPLOAD)).toBe(0);
    expect(await runAgain(of)).toMatchObject({ status: 'synced' });
    expect((await seen()).deliveries).toMatchObject([{ logisticsType: 3, trackingNo: '' }]);
  });

  it.each<[string, Partial<StoredOrder>]>([
    ['money received outside WeChat', { payChannel: 'offline', transactionId: '' }],
    ['virtual payment', { payChannel: 'virtual' }],
    ['an order from the web', { openid: 'custom:another' }],
  ])('is not needed for %s', async (_what, fields) => {
    const of = await undelivered(fields);
    await grant(of);
    const { of: printed } = await shipped(fields);
    await run('uploads');
    for (const one of [of, printed]) {
      expect(await uploadOf(one)).toMatchObject({ status: 'none', nextTime: null });
      expect(await retry(one)).toMatchObject({ code: 40902, message: uploadSentences.notNeeded });
    }
    expect(await callsOf(UPLOAD)).toBe(0);
  });

  it('is not needed for a reprint', async () => {
    const { print: first, of } = await shipped();
    await run('uploads');
    const made = await newPrint('producing', { orderId: of._id, reprintOf: first._id });
    await ship(made);
    expect(await uploadOf(of)).toMatchObject({ status: 'synced' });
  });

  it('corrects a number once, and says that WeChat allows no more', async () => {
    const { print: made, of } = await shipped();
    await run('uploads');
    const second = await ship(made, 'yto', 'YT7000000000001');
    expect(await uploadOf(of)).toMatchObject({ status: 'waiting' });
    await run('uploads');
    expect((await seen()).deliveries).toMatchObject([
      { trackingNo: second, expressCompany: 'YTO', contact: '', times: 2 },
    ]);
    await ship(made);
    await run('uploads');
    expect(await uploadOf(of)).toMatchObject({
      status: 'failed',
      reason: uploadSentences.corrected,
    });
  });

  it('stays due for a number that was corrected while the first one was sent', async () => {
    const { print: made, of } = await shipped();
    let second = '';
    onceAsked(UPLOAD, async () => (second = await ship(made)));
    await uploadDue(Date.now() + 40_000);
    expect(second).not.toBe('');
    expect(await uploadOf(of)).toMatchObject({ status: 'waiting' });
    await run('uploads');
    expect((await seen()).deliveries).toMatchObject([{ trackingNo: second, times: 2 }]);
    expect(await uploadOf(of)).toMatchObject({ status: 'synced' });
  });

  it.each<[string, 'lose' | 'fail', number]>([
    ['had its effect', 'lose', 1],
    ['never arrived', 'fail', 2],
  ])(
    'asks WeChat before it sends again what was not answered and %s',
    async (_what, mode, sent) => {
      const { of } = await shipped();
      await weChat({ mode, times: 1, path: UPLOAD });
      await run('uploads');
      expect(await uploadOf(of)).toMatchObject({
        status: 'waiting',
        isUnsure: true,
        reason: uploadSentences.noAnswer,
      });
      expect(await runAgain(of)).toMatchObject({ status: 'synced', isUnsure: false });
      expect(await callsOf(UPLOAD)).toBe(sent);
      expect((await seen()).deliveries).toMatchObject([{ times: 1 }]);
    },
  );

  it('sends nothing while WeChat does not say whether it has it', async () => {
    const { of } = await shipped();
    await weChat({ mode: 'lose', times: 1, path: UPLOAD });
    await run('uploads');
    await weChat({ mode: 'fail', times: 1, path: '/wxa/sec/order/get_order' });
    expect(await runAgain(of)).toMatchObject({ status: 'waiting', isUnsure: true });
    expect(await callsOf(UPLOAD)).toBe(1);
  });

  it('takes it for done when WeChat has the same already', async () => {
    const { of } = await shipped();
    await run('uploads');
    await set('orders', of._id, { 'upload.status': 'waiting', 'upload.isUnsure': false });
    expect(await runAgain(of)).toMatchObject({ status: 'synced' });
    await weChat({ mode: 'refuse', code: 10060002, times: 1, path: UPLOAD });
    await set('orders', of._id, { 'upload.status': 'waiting', 'upload.isUnsure': false });
    expect(await runAgain(of)).toMatchObject({ status: 'synced' });
  });

  it('fails with a reason, and is tried again by hand', async () => {
    const { of } = await shipped();
    await weChat({ mode: 'refuse', code: 10060004, times: 1, path: UPLOAD });
    await run('uploads');
    expect(await uploadOf(of)).toMatchObject({
      status: 'failed',
      reason: uploadSentences.notShippable,
      nextTime: null,
    });
    expect(await retry(of)).toMatchObject({
      code: 0,
      data: { upload: { status: 'waiting', attempts: 0, reason: '' } },
    });
    await run('uploads');
    expect(await uploadOf(of)).toMatchObject({ status: 'synced' });
    expect(await retry(of)).toMatchObject({ code: 40902, message: uploadSentences.synced });
  });

  it('is tried later after an unknown refusal, and given up in the end', async () => {
    const { of } = await shipped();
    await weChat({ mode: 'refuse', code: 12_345, path: UPLOAD });
    await run('uploads');
    const first = await uploadOf(of);
    expect(first).toMatchObject({ status: 'waiting', reason: uploadSentences.refused(12_345) });
    expect(first.nextTime).toBeGreaterThan(Date.now());
    await runAgain(of);
    expect(await runAgain(of)).toMatchObject({ status: 'failed', attempts: 3 });
  });

  it('fails for a carrier that WeChat does not know', async () => {
    const { of } = await shipped({}, 'other');
    await run('uploads');
    expect(await uploadOf(of)).toMatchObject({
      status: 'failed',
      reason: uploadSentences.unknownCarrier,
    });
    expect(await callsOf(UPLOAD)).toBe(0);
  });

  it('is over when everything is paid back, and not when a part of it is', async () => {
    const [whole, part] = [await shipped(), await shipped()];
    for (const [{ of }, amountFen] of [
      [whole, whole.of.payFen],
      [part, 1],
    ] as const) {
      const answer = await processRefund(of._id, {
        amountFen,
        reason: '用户申请退款',
      });
      const { _id } = answer.data as { _id: string };
      finish(_id);
      await world.ok('adminOrder', 'syncRefund', { id: _id });
    }
    expect(await uploadOf(whole.of)).toMatchObject({ status: 'none', nextTime: null });
    await run('uploads');
    expect((await seen()).deliveries).toMatchObject([{ transactionId: part.of.transactionId }]);
  });

  it('waits while the mini-program is not set up, and says so', async () => {
    const { of, print: made } = await shipped();
    await forgetSecret();
    await set('printOrders', made._id, { 'logistics.nextTime': 1 });
    expect(await run('uploads')).toEqual({ handled: 0 });
    expect(await run('parcels')).toEqual({ handled: 0 });
    expect(await uploadOf(of)).toMatchObject({ status: 'waiting', attempts: 0 });
    const onPage = await world.ok('adminOrder', 'getOrderById', { id: of._id });
    expect(onPage.isMiniProgramSet).toBe(false);
    const parcel = await world.ok('adminPrintOrder', 'getPrintOrderById', { id: made._id });
    expect(parcel.isMiniProgramSet).toBe(false);
    expect(await retry(of)).toMatchObject({
      code: 40902,
      message: messageSentences.noMiniProgram,
    });
  });

  it('goes on for a user who deletes their data meanwhile', async () => {
    const openid = 'oMiniProgramUser000000000009';
    const leaver = { caller: { TCB_UUID: '99', WX_OPENID: openid } };
    const userId = await world.account(leaver);
    const { of, print: made } = await shipped({ openid, userId });
    await set('printOrders', made._id, { userId });
    const erase = () => world.call('appUser', 'deleteMyData', { preview: false }, leaver);
    expect(await erase()).toMatchObject({ code: 0, data: { isErased: true, prints: 1 } });
    const [user] = (await world.rows('users')).filter(({ _id }) => _id === userId);
    expect(user).toMatchObject({ openid: `deleted:${userId}`, status: 'deleted' });
    // Also when it is sent again by hand.
    await weChat({ mode: 'refuse', code: 10060004, times: 1, path: UPLOAD });
    await run('uploads');
    expect(await uploadOf(of)).toMatchObject({ status: 'failed' });
    expect((await retry(of)).code).toBe(0);
    await run('uploads');
    expect(await uploadOf(of)).toMatchObject({ status: 'synced' });
    expect((await seen()).deliveries).toMatchObject([{ transactionId: of.transactionId }]);
    expect(await order(of._id)).toMatchObject({ openid, userId });
  });

  it('is a filter of the orders', async () => {
    const { of } = await shipped();
    const list = async (uploadStatus: string) => {
      const filter = { uploadStatus };
      const data = { page: 1, pageSize: 50, filter };
      const answer = await world.ok('adminOrder', 'getOrders', data as never);
      return answer.list.map(({ _id }) => _id);
    };
    expect(await list('waiting')).toContain(of._id);
    await run('uploads');
    expect(await list('waiting')).not.toContain(of._id);
    expect(await list('synced')).toContain(of._id);
  });
});

describe('a parcel on its way', () => {
  const follow = async ({ _id }: { _id: string }): Promise<StoredPrintOrder> => {
    await set('printOrders', _id, { 'logistics.nextTime': 1 });
    await run('parcels');
    return print(_id);
  };

  it('is asked for hourly, less often later, and completes its print order when it is signed', async () => {
    const { print: made, of, expressNo } = await shipped();
    const at = Date.now();
    const found = await follow(made);
    expect(found.logistics).toMatchObject({ status: 'transit', reason: '' });
    const hours = (one: StoredPrintOrder) =>
      Math.round(((one.logistics.nextTime ?? 0) - at) / 3_600_000);
    expect(hours(found)).toBe(1);
    await set('printOrders', made._id, { shipTime: at - 4 * 86_400_000 });
    await weChat({ waybill: expressNo, status: 3 });
    const later = await follow(made);
    expect([later.logistics.status, hours(later)]).toEqual(['delivering', 4]);
    // The token is kept.
    expect([await callsOf(TRACE), await callsOf(QUERY)]).toEqual([1, 2]);
    await weChat({ waybill: expressNo, status: 4 });
    const end = await follow(made);
    expect(end).toMatchObject({ status: 'completed', logistics: { status: 'signed' } });
    expect(end.signTime).toBeGreaterThanOrEqual(at);
    expect(end.history.at(-1)).toMatchObject({ reason: logisticsSentences.signed });
    expect(await order(of._id)).toMatchObject({ status: 'completed' });
    await follow(made);
    expect(await callsOf(QUERY)).toBe(3);
  });

  it('raises no version while nothing has changed', async () => {
    const { print: made } = await shipped();
    const { rev } = await follow(made);
    expect((await follow(made)).rev).toBe(rev);
  });

  it('is named anew after a correction and after WeChat has lost it', async () => {
    const { print: made, expressNo } = await shipped();
    await weChat({ waybill: expressNo, status: 5 });
    expect((await follow(made)).logistics.status).toBe('abnormal');
    const second = await ship(made);
    expect((await print(made._id)).logistics.status).toBe('none');
    expect(await follow(made)).toMatchObject({
      logistics: { status: 'transit' },
      waybill: { no: second },
    });
    await fetch(`${world.emulator.url}/__sandbox/reset`, { method: 'POST' });
    await weChat({ waybill: second, status: 3 });
    expect((await follow(made)).logistics.status).toBe('delivering');
  });

  it('that got another number while WeChat was asked keeps nothing of the answer', async () => {
    const { print: made } = await shipped();
    await set('printOrders', made._id, {
      'logistics.nextTime': 1,
      'logistics.status': 'transit',
    });
    onceAsked(QUERY, () => ship(made));
    await run('parcels');
    expect(await callsOf(QUERY)).toBe(1);
    const { status, askedTime } = (await print(made._id)).logistics;
    expect([status, askedTime]).toEqual(['none', null]);
  });

  it('is not asked for when the order was paid outside of the mini-program', async () => {
    const { print: made } = await shipped({ payChannel: 'offline', transactionId: '' });
    expect((await follow(made)).logistics).toMatchObject({
      status: 'none',
      nextTime: null,
      reason: logisticsSentences.paidElsewhere,
    });
    expect(await callsOf(TRACE)).toBe(0);
  });

  it('is neither uploaded nor asked for while its address cannot be decrypted', async () => {
    const { print: made, of } = await shipped();
    await set('printOrders', made._id, { addressCipher: 'damaged' });
    const { logistics } = await follow(made);
    expect(logistics).toMatchObject({ status: 'none', reason: logisticsSentences.addressDamaged });
    expect(logistics.nextTime).toBeGreaterThan(Date.now());
    await run('uploads');
    const { status, reason } = await uploadOf(of);
    expect([status, reason]).toEqual(['failed', uploadSentences.addressDamaged]);
    expect([await callsOf(TRACE), await callsOf(UPLOAD)]).toEqual([0, 0]);
  });

  it('keeps its state when WeChat does not answer, with the reason', async () => {
    const { print: made } = await shipped();
    await follow(made);
    await weChat({ mode: 'refuse', code: 9_300_513, times: 1, path: QUERY });
    expect((await follow(made)).logistics).toMatchObject({
      status: 'transit',
      reason: logisticsSentences.quota,
    });
  });
});

describe('the stand-in of WeChat', () => {
  const base = `${world.emulator.url}/__sandbox-wechat`;
  const post = async (path: string, body: object) =>
    (await (
      await fetch(`${base}${path}`, { method: 'POST', body: JSON.stringify(body) })
    ).json()) as Record<string, string>;
  const contact = (receiver_contact: string) => ({ receiver_contact });

  it.each<[string, number, body: object, parcel?: object]>([
    [
      'an unknown payment',
      10060001,
      { order_key: { order_number_type: 2, transaction_id: '4200000000' } },
    ],
    ['another user', 10060031, { payer: { openid: 'oSomebodyElse' } }],
    ['no goods', 10060008, {}, { item_desc: '' }],
    ['too many letters', 10060009, {}, { item_desc: '照'.repeat(121) }],
    ['a parcel of SF without phone', 10060014, {}, { contact: undefined }],
    ['an open phone', 10060014, {}, { contact: contact('13912345678') }],
    ['an unknown carrier', 10060014, {}, { express_company: 'sf' }],
    ['no number', 268485226, {}, { tracking_no: undefined }],
    ['a time without zone', 268485216, { upload_time: '2026-11-23T08:00:00.120' }],
    ['milliseconds of zero', 268485216, { upload_time: '2026-11-23T08:00:00.000Z' }],
  ])('refuses %s', async (_what, code, body, more = {}) => {
    const { of } = await shipped();
    const { access_token } = await post('/cgi-bin/stable_token', {
      grant_type: 'client_credential',
      appid: world.sandbox.wechatpay.credentials.appid,
      secret: world.sandbox.accounts.appSecret,
    });
    const parcel = {
      tracking_no: 'SF7000000000999',
      express_company: 'SF',
      item_desc: '照片',
      contact: contact('139****5678'),
      ...more,
    };
    const wish = {
      order_key: { order_number_type: 2, transaction_id: of.transactionId },
      logistics_type: 1,
      delivery_mode: 1,
      shipping_list: [parcel],
      upload_time: '2026-11-23T08:00:00.120+08:00',
      payer: { openid: of.openid },
      ...body,
    };
    const answer = await post(`${UPLOAD}?access_token=${access_token}`, wish);
    expect(answer).toMatchObject({ errcode: code });
    expect((await seen()).deliveries).toEqual([]);
  });
});
