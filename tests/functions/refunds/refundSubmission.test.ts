import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../sandbox/wechatPay/records.ts';
import { startRefundWorld } from './refundWorld.ts';

const {
  world,
  wechatpay,
  as,
  order,
  refund,
  set,
  newOrder,
  timer,
  finish,
  processRefund,
  submissions,
  gateway,
  notices,
  http,
  makeDue,
  expireInFlight,
  voidRefund,
} = await startRefundWorld();

describe('an unclear answer', () => {
  it.each([
    ['is lost after the work', { mode: 'lose', ms: 0, times: 1 }, true],
    ['is a server error', { mode: 'fail', ms: 0, times: 1 }, false],
    ['comes too late', { mode: 'slow', ms: 1_600, times: 1 }, true],
    [
      'asks to wait',
      { mode: 'fail', ms: 0, times: 1, status: 429, code: 'FREQUENCY_LIMITED' },
      false,
    ],
  ] as const)('that %s keeps row and number; the job finds out', async (_case, way, accepted) => {
    const { _id, payFen } = await newOrder();
    wechatpay.disturb(way);
    const answer = await processRefund(_id, { amountFen: payFen });
    expect(answer).toMatchObject({
      code: 0,
      data: { status: 'request_failed', outcomeUnknown: true },
    });
    const id = (answer.data as { _id: string })._id;
    expect(await order(_id)).toMatchObject({ refundingFen: payFen, openRefundId: id });
    expect((await processRefund(_id)).code).toBe(40902);
    if (accepted) await expect.poll(() => gateway.refunds.has(id), { timeout: 20_000 }).toBe(true);
    await makeDue(id);
    await timer('refunds');
    expect((await refund(id)).status).toBe('processing');
    finish(id);
    await makeDue(id);
    await timer('refunds');
    expect(await refund(id)).toMatchObject({ _id: id, status: 'success' });
    expect(await order(_id)).toMatchObject({ status: 'refunded', refundedFen: payFen });
    expect(
      [...gateway.refunds.values()].filter(({ outTradeNo }) => id.includes(outTradeNo)),
    ).toMatchObject([{ outRefundNo: id, paidOut: 1 }]);
  });

  it('includes one without a genuine signature, whatever it says', async () => {
    const { _id } = await newOrder();
    const headersFor = wechatpay.signer.headersFor;
    for (const forge of [
      () => ({}),
      (body: string) => headersFor(`${body} `),
      (body: string) => ({ ...headersFor(body), 'wechatpay-serial': 'PUB_KEY_ID_OTHER' }),
      (body: string) => headersFor(body, Date.now() - 301_000),
    ]) {
      wechatpay.signer.headersFor = forge;
      const fresh = await newOrder();
      const { data } = await processRefund(fresh._id);
      expect(data).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
    }
    wechatpay.signer.headersFor = headersFor;
    expect((await processRefund(_id)).data).toMatchObject({ status: 'processing' });
  });

  it.each([
    ['refund', { outRefundNo: 'RF0000' }],
    ['order', { outTradeNo: '20260101000000000000' }],
    ['sum', { amountFen: 1 }],
    ['total', { totalFen: 1 }],
  ])('includes one about another %s', async (_name, other) => {
    const { _id } = await newOrder();
    const { refund: accept } = gateway;
    gateway.refund = async fields => {
      gateway.refund = accept;
      return { ...(await accept.call(gateway, fields)), ...other };
    };
    const { data } = await processRefund(_id);
    expect(data).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
  });

  it('is queried at increasing intervals, by one of many workers at a time', async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: null });
    const id = ((await processRefund(_id)).data as { _id: string })._id;
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await makeDue(id);
      const asked = wechatpay.calls().length;
      await Promise.all([1, 2, 3, 4].map(() => timer('refunds')));
      expect(wechatpay.calls().length - asked).toBe(1);
      waits.push(Math.round(((await refund(id)).nextQueryTime! - Date.now()) / 60_000));
    }
    expect(waits).toEqual([1, 1, 2, 5, 10, 30]);
    expect(await refund(id)).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
  });

  it('whose maker died before the gateway was called is sent by the worker, once', async () => {
    const { _id, payFen } = await newOrder();
    // The row is stored, then the function dies: the answer of the commit is lost.
    await world.inject({
      action: 'database.commitTransaction',
      code: 'DATABASE_REQUEST_FAILED',
      when: 'after',
    });
    expect((await processRefund(_id, { amountFen: payFen })).code).not.toBe(0);
    const [row] = (await world.rows('refunds')).filter(({ orderId }) => orderId === _id);
    expect(row).toMatchObject({ status: 'created', amountFen: payFen });
    expect(submissions()).toEqual([]);
    await makeDue(String(row?._id));
    await Promise.all([1, 2, 3].map(() => timer('refunds')));
    expect(submissions()).toHaveLength(1);
    expect(await refund(String(row?._id))).toMatchObject({ status: 'processing' });
  });
});

describe('one holder at a time', () => {
  const failedOne = async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const id = ((await processRefund(_id, { amountFen: 500 })).data as { _id: string })._id;
    expect(await refund(id)).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
    return { id, orderId: _id };
  };

  it.each([
    ['retryRefund', {}],
    ['syncRefund', {}],
    ['voidRefund', { reason: '不退了' }],
  ] as const)('nobody begins %s while another caller holds the turn', async (action, more) => {
    const { id } = await failedOne();
    await expireInFlight(id);
    await set('refunds', id, { turn: { holder: 'another', until: Date.now() + 60_000 } });
    const asked = wechatpay.calls().length;
    const answer = await world.call('adminOrder', action, { id, ...more } as never, as());
    expect(answer).toMatchObject({
      code: 40902,
      message: '这笔退款正在与微信支付核对，请稍后刷新再试',
    });
    await set('refunds', id, { nextQueryTime: 1 });
    await timer('refunds');
    expect(wechatpay.calls()).toHaveLength(asked);
  });

  it('passes to the next one when its holder has died', async () => {
    const { id } = await failedOne();
    await set('refunds', id, { turn: { holder: 'dead', until: Date.now() - 1 } });
    await expireInFlight(id);
    expect(await voidRefund(id)).toMatchObject({ code: 0, data: { status: 'voided' } });
  });

  it('sends nothing after its turn has ended', async () => {
    const { id } = await failedOne();
    await expireInFlight(id);
    await makeDue(id);
    const { findRefund } = gateway;
    // Between the worker's query and its answer the turn ends, and an administrator voids the refund.
    gateway.findRefund = async () => {
      gateway.findRefund = findRefund;
      await set('refunds', id, { 'turn.until': 1 });
      expect(await voidRefund(id)).toMatchObject({ code: 0, data: { status: 'voided' } });
      throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    };
    await timer('refunds');
    await expect.poll(async () => (await refund(id)).status, { timeout: 20_000 }).toBe('voided');
    expect(submissions()).toHaveLength(1);
    expect(await refund(id)).toMatchObject({ reserved: false });
  });
});

describe('a refund refused by the gateway', () => {
  const refusedOne = async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1, status: 403, code: 'NOT_ENOUGH' });
    const answer = await processRefund(_id);
    expect(answer).toMatchObject({ code: 50201, message: '商户账户余额不足，请充值后重试' });
    const id = (answer.data as { refundId: string }).refundId;
    expect(await refund(id)).toMatchObject({ status: 'request_failed', outcomeUnknown: false });
    expect(await order(_id)).toMatchObject({ refundingFen: 0, openRefundId: id });
    return { id, orderId: _id };
  };

  it('is sent again under the same number with the same parameters', async () => {
    const { id } = await refusedOne();
    const again = await world.ok('adminOrder', 'retryRefund', { id }, as());
    expect(again).toMatchObject({ _id: id, status: 'processing' });
    const [first, second] = submissions();
    expect(second?.body).toEqual(first?.body);
  });

  it('can be voided when the gateway does not know it, and then a new one made', async () => {
    const { id, orderId } = await refusedOne();
    const given = await world.ok('adminOrder', 'voidRefund', { id, reason: '重新发起' }, as());
    expect(given).toMatchObject({ status: 'voided', voidTime: expect.any(Number) });
    await set('orders', orderId, { lastRefundTime: 1 });
    expect((await processRefund(orderId)).data).toMatchObject({ _id: `${id.slice(0, -1)}2` });
  });

  it('cannot be voided when the gateway knows it after all', async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'lose', ms: 0, times: 1 });
    const id = ((await processRefund(_id)).data as { _id: string })._id;
    const answer = await world.call('adminOrder', 'voidRefund', { id, reason: '不要了' }, as());
    expect(answer).toMatchObject({ code: 40902, message: '微信支付已受理这笔退款，不能作废' });
    expect((await refund(id)).status).toBe('processing');
  });

  it('is sent again after it was closed, and sent another way after it was abnormal', async () => {
    const closed = ((await processRefund((await newOrder())._id)).data as { _id: string })._id;
    finish(closed, 'CLOSED');
    await world.ok('adminOrder', 'syncRefund', { id: closed }, as());
    expect((await refund(closed)).status).toBe('closed');
    await world.ok('adminOrder', 'retryRefund', { id: closed }, as());
    expect((await refund(closed)).status).toBe('processing');

    const stuck = ((await processRefund((await newOrder())._id)).data as { _id: string })._id;
    finish(stuck, 'ABNORMAL');
    await world.ok('adminOrder', 'syncRefund', { id: stuck }, as());
    const lacking = { id: stuck, type: 'USER_BANK_CARD' };
    expect((await world.call('adminOrder', 'applyAbnormalRefund', lacking, as())).code).toBe(40001);
    const card = { bankType: 'ICBC_DEBIT', bankAccount: '6222021234567890', realName: '张三' };
    const answer = await world.ok(
      'adminOrder',
      'applyAbnormalRefund',
      { ...lacking, ...card } as never,
      as(),
    );
    expect(answer.status).toBe('processing');
    expect(
      JSON.stringify([await world.rows('refunds'), await world.rows('auditLogs')]),
    ).not.toContain(card.bankAccount);
    expect(JSON.stringify(wechatpay.calls())).not.toContain(card.bankAccount);
    finish(stuck);
    await makeDue(stuck);
    await timer('refunds');
    expect((await refund(stuck)).status).toBe('success');
  });
});

it('a refund closed by the gateway is closed here only when no submission can reopen it', async () => {
  const { _id } = await newOrder();
  wechatpay.disturb({ mode: 'lose', ms: 0, times: 1 });
  const id = ((await processRefund(_id)).data as { _id: string })._id;
  finish(id, 'CLOSED');
  await makeDue(id);
  await timer('refunds');
  expect(await refund(id)).toMatchObject({ status: 'request_failed', gatewayStatus: 'CLOSED' });
  expect((await order(_id)).refundingFen).toBe(100);
  await expireInFlight(id);
  await makeDue(id);
  await timer('refunds');
  expect(await refund(id)).toMatchObject({ status: 'closed', nextQueryTime: null });
  expect((await order(_id)).refundingFen).toBe(0);
});

it('a notice of an earlier closing closes nothing: the gateway is queried', async () => {
  const { _id } = await newOrder();
  const id = ((await processRefund(_id)).data as { _id: string })._id;
  const known = finish(id, 'ABNORMAL');
  await makeDue(id);
  await timer('refunds');
  expect((await refund(id)).status).toBe('abnormal');
  const old = notices.signed('', notices.ofRefund({ ...known, status: 'CLOSED' }));
  expect((await http('refundNotice', old)).statusCode).toBe(200);
  expect(await refund(id)).toMatchObject({ status: 'abnormal', reserved: true });
  expect((await refund(id)).nextQueryTime).toBeLessThanOrEqual(Date.now());
  await timer('refunds');
  expect((await refund(id)).status).toBe('abnormal');
});
