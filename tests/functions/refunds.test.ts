import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { Refusal } from '../../sandbox/wechatPay/records.ts';
import { commerceOf } from './commerce.ts';
import { startWorld } from './harness.ts';

const world = await startWorld({ WECHATPAY_TIMEOUT_MS: 800 });
let token = '';
beforeEach(async () => ({ token } = await world.reset()));
const {
  as,
  order,
  refund,
  set,
  newOrder,
  timer,
  finish,
  process,
  submissions,
  one,
  gateway,
  notices,
  http,
} = commerceOf(world, () => token);
const { wechatpay } = world.sandbox;

const user = (id: string) =>
  one<{ credits: { paid: number; gift: number }; stats: Record<string, number> }>('users', id);
const ledger = async (refId: string) =>
  (await world.rows('creditLedger')).filter(row => row['refId'] === refId);
/** It is due, and the turn of a dead holder has ended. */
const makeDue = (id: string) => set('refunds', id, { nextQueryTime: 1, turn: null });

describe('a refund that goes well', () => {
  it('has its row and its number before the gateway is called, and both never change', async () => {
    const { _id, orderNo } = await newOrder();
    const { refund: carryOut } = gateway;
    const atTheGateway: { row: StoredRefund; order: StoredOrder }[] = [];
    gateway.refund = async fields => {
      gateway.refund = carryOut;
      atTheGateway.push({ row: await refund(`RF${orderNo}01`), order: await order(_id) });
      return carryOut.call(gateway, fields);
    };
    const { data } = await process(_id);
    const [{ row, order: reserved } = {} as never] = atTheGateway;
    expect(row).toMatchObject({ status: 'created', amountFen: 100, outcomeUnknown: true });
    expect(reserved.refundingFen).toBe(100);
    expect(submissions()[0]?.body).toMatchObject({ out_refund_no: row._id, out_trade_no: orderNo });
    expect(data).toMatchObject({ _id: row._id, status: 'processing' });
    finish(row._id);
    const done = await world.ok('adminOrder', 'syncRefund', { id: row._id }, as());
    expect(done).toMatchObject({ status: 'success', amountFen: 100 });
    expect(await order(_id)).toMatchObject({ refundedFen: 100, refundingFen: 0, openRefundId: '' });
    expect((await order(_id)).refundStatus).toBe('partial');
  });

  it('is possible in parts, a minute apart, never more than was paid', async () => {
    const { _id, payFen } = await newOrder();
    const first = (await process(_id, { amountFen: payFen - 150 })).data as { _id: string };
    expect(await process(_id)).toMatchObject({
      code: 40902,
      message: '该订单还有一笔退款没有结束',
    });
    finish(first._id);
    await world.ok('adminOrder', 'syncRefund', { id: first._id }, as());
    expect(await process(_id)).toMatchObject({
      code: 40902,
      message: '同一订单两次退款需间隔一分钟',
    });
    const later = { lastRefundTime: Date.now() - 60_001 };
    await set('orders', _id, later);
    for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
    expect(await process(_id, { amountFen: 151 })).toMatchObject({
      code: 40001,
      data: { fields: { amountFen: '超过可退金额' } },
    });
    const second = (await process(_id, { amountFen: 150 })).data as { _id: string };
    expect(second._id.slice(-2)).toBe('02');
    finish(second._id);
    await world.ok('adminOrder', 'syncRefund', { id: second._id }, as());
    expect(await order(_id)).toMatchObject({
      status: 'refunded',
      refundStatus: 'full',
      refundedFen: payFen,
      refundingFen: 0,
    });
  });

  it.each([
    ['the fifty-first', { refundCount: 50 }, '该订单的退款次数已达上限'],
    ['a year later', { payTime: Date.now() - 366 * 86_400_000 }, '支付已超过一年，无法原路退款'],
    ['of an activation code', { payChannel: 'code' }, '激活码订单没有可退的款项'],
  ])('is not made %s', async (_case, fields, message) => {
    const { _id } = await newOrder(fields as Partial<StoredOrder>);
    expect(await process(_id)).toMatchObject({ code: 40902, message });
    expect(submissions()).toEqual([]);
  });

  it('answers the same refund for the same key, and refuses the key for another request', async () => {
    const { _id } = await newOrder();
    const idemKey = 'click_0001';
    const answers = await Promise.all([1, 2, 3].map(() => process(_id, { idemKey })));
    const ids = answers.map(({ code, data }) =>
      code === 0 ? (data as { _id: string })._id : code,
    );
    expect(new Set(ids).size).toBe(1);
    expect(await process(_id, { idemKey })).toMatchObject({ code: 0, data: { _id: ids[0] } });
    expect((await process(_id, { idemKey, amountFen: 101 })).code).toBe(40903);
    expect(submissions()).toHaveLength(1);
  });

  it('registers what was paid back by hand without calling the gateway', async () => {
    const { _id, payFen } = await newOrder({ payChannel: 'offline' });
    expect(await process(_id, { amountFen: payFen })).toMatchObject({
      data: { status: 'success', userReceivedAccount: '线下退款' },
    });
    expect((await order(_id)).status).toBe('refunded');
    expect(wechatpay.calls()).toEqual([]);
  });
});

describe('the grants of an order', () => {
  const refundWith = async (clawback: object | undefined, credits: object) => {
    const { _id, payFen, userId } = await newOrder();
    await set('users', userId, credits);
    const data = { amountFen: payFen, ...(clawback && { clawback }) };
    const made = (await process(_id, data)).data as { _id: string };
    finish(made._id);
    await Promise.all(
      [1, 2, 3].map(() => world.call('adminOrder', 'syncRefund', { id: made._id }, as())),
    );
    return { made, userId, payFen };
  };

  it('are taken back once with the whole sum: bought credits first, then gifts', async () => {
    const { made, userId } = await refundWith(undefined, { credits: { paid: 700, gift: 70 } });
    expect((await refund(made._id)).clawedBack).toEqual({ paid: 600, gift: 60, packageDays: 0 });
    expect((await user(userId)).credits).toEqual({ paid: 100, gift: 10 });
    expect(await ledger(made._id)).toHaveLength(2);
  });

  it('are taken back only as far as they are left, unless a debt was chosen', async () => {
    const clawback = { credits: 600, allowNegative: false };
    const left = await refundWith(clawback, { credits: { paid: 40, gift: 5 } });
    expect((await user(left.userId)).credits).toEqual({ paid: 0, gift: 5 });
    const debt = await refundWith(
      { credits: 600, allowNegative: true },
      { credits: { paid: 40, gift: 5 } },
    );
    expect((await user(debt.userId)).credits).toEqual({ paid: -560, gift: 5 });
  });

  it('cannot be taken back beyond what the order granted', async () => {
    const { _id } = await newOrder();
    const clawback = { credits: 661, allowNegative: true };
    expect(await process(_id, { clawback })).toMatchObject({
      data: { fields: { 'clawback.credits': '超过该订单发放的积分' } },
    });
  });

  it('count for the user and on the dashboard', async () => {
    const before = await world.rows('counters');
    const { userId, payFen } = await refundWith(undefined, { 'stats.refundFen': 7 });
    expect((await user(userId)).stats['refundFen']).toBe(7 + payFen);
    const total = (await world.rows('counters')).reduce(
      (sum, { figures }) => sum + ((figures as Record<string, number>)['refundedFen'] ?? 0),
      0,
    );
    expect(before).toEqual([]);
    expect(total).toBe(payFen);
  });
});

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
  ] as const)('that %s keeps row and number; the timer finds out', async (_case, way, accepted) => {
    const { _id, payFen } = await newOrder();
    wechatpay.disturb(way);
    const answer = await process(_id, { amountFen: payFen });
    expect(answer).toMatchObject({
      code: 0,
      data: { status: 'request_failed', outcomeUnknown: true },
    });
    const id = (answer.data as { _id: string })._id;
    expect(await order(_id)).toMatchObject({ refundingFen: payFen, openRefundId: id });
    expect((await process(_id)).code).toBe(40902);
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
      const { data } = await process(fresh._id);
      expect(data).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
    }
    wechatpay.signer.headersFor = headersFor;
    expect((await process(_id)).data).toMatchObject({ status: 'processing' });
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
    const { data } = await process(_id);
    expect(data).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
  });

  it('is queried at increasing intervals, by one of many timers at a time', async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: null });
    const id = ((await process(_id)).data as { _id: string })._id;
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

  it('whose maker died before the gateway was called is sent by the timer, once', async () => {
    const { _id, payFen } = await newOrder();
    // The row is stored, then the function dies: the answer of the commit is lost.
    await world.inject({
      action: 'database.commitTransaction',
      code: 'DATABASE_REQUEST_FAILED',
      when: 'after',
    });
    expect((await process(_id, { amountFen: payFen })).code).not.toBe(0);
    const [row] = (await world.rows('refunds')).filter(({ orderId }) => orderId === _id);
    expect(row).toMatchObject({ status: 'created', amountFen: payFen });
    expect(submissions()).toEqual([]);
    await makeDue(String(row?._id));
    await Promise.all([1, 2, 3].map(() => timer('refunds')));
    expect(submissions()).toHaveLength(1);
    expect(await refund(String(row?._id))).toMatchObject({ status: 'processing' });
  });
});

/** Ten minutes later, when a submission has arrived or never will. */
const landed = (id: string) => set('refunds', id, { inFlightUntil: 1 });
const voided = (id: string) =>
  world.call('adminOrder', 'voidRefund', { id, reason: '不退了' }, as());

describe('one holder at a time', () => {
  const failedOne = async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const id = ((await process(_id, { amountFen: 500 })).data as { _id: string })._id;
    expect(await refund(id)).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
    return { id, orderId: _id };
  };

  it.each([
    ['retryRefund', {}],
    ['syncRefund', {}],
    ['voidRefund', { reason: '不退了' }],
  ] as const)('nobody begins %s while another caller holds the turn', async (deed, more) => {
    const { id } = await failedOne();
    await landed(id);
    await set('refunds', id, { turn: { holder: 'another', until: Date.now() + 60_000 } });
    const asked = wechatpay.calls().length;
    const answer = await world.call('adminOrder', deed, { id, ...more } as never, as());
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
    await landed(id);
    expect(await voided(id)).toMatchObject({ code: 0, data: { status: 'voided' } });
  });

  it('sends nothing after its turn has ended', async () => {
    const { id } = await failedOne();
    await landed(id);
    await makeDue(id);
    const { findRefund } = gateway;
    // Between the timer's query and its answer the turn ends, and an administrator voids the refund.
    gateway.findRefund = async () => {
      gateway.findRefund = findRefund;
      await set('refunds', id, { 'turn.until': 1 });
      expect(await voided(id)).toMatchObject({ code: 0, data: { status: 'voided' } });
      throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    };
    await timer('refunds');
    await expect.poll(async () => (await refund(id)).status, { timeout: 20_000 }).toBe('voided');
    expect(submissions()).toHaveLength(1);
    expect(await refund(id)).toMatchObject({ reserved: false });
  });
});

describe('a void', () => {
  const unheardOne = async (times = 1) => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times });
    const id = ((await process(_id, { amountFen: 500 })).data as { _id: string })._id;
    return { id, orderId: _id };
  };
  /** The gateway carries it out nevertheless, long after it was given up. */
  const carryOut = async (id: string) => {
    const { orderNo, amountFen, orderPayFen } = await refund(id);
    const amount = { refund: amountFen, total: orderPayFen, currency: 'CNY' };
    return gateway.refund({ out_trade_no: orderNo, out_refund_no: id, amount });
  };

  it('waits until a submission with unknown outcome can no longer arrive', async () => {
    const { id, orderId } = await unheardOne();
    const { inFlightUntil } = await refund(id);
    expect(inFlightUntil! - Date.now()).toBeGreaterThan(9.5 * 60_000);
    expect(await voided(id)).toMatchObject({
      code: 40902,
      message: '最近一次提交可能还在途中，微信支付仍可能受理，请稍后再作废',
    });
    expect(await order(orderId)).toMatchObject({ refundingFen: 500, openRefundId: id });
    await landed(id);
    expect(await voided(id)).toMatchObject({ code: 0, data: { status: 'voided' } });
    expect(await order(orderId)).toMatchObject({ refundingFen: 0, openRefundId: '' });
  });

  it('waits as long when a later submission was refused: the first may still arrive', async () => {
    const { id } = await unheardOne();
    const { inFlightUntil } = await refund(id);
    await makeDue(id);
    wechatpay.disturb({ mode: 'ok', ms: 0, times: null });
    // The question is answered, the submission is refused.
    gateway.trades.clear();
    await set('refunds', id, { orderPayFen: 1 });
    await timer('refunds');
    expect(await refund(id)).toMatchObject({
      status: 'request_failed',
      outcomeUnknown: true,
      reserved: true,
      inFlightUntil,
    });
    expect((await voided(id)).code).toBe(40902);
  });

  it('is final: it is never sent again, and is queried for a day', async () => {
    const { id } = await unheardOne();
    await landed(id);
    await voided(id);
    const { nextQueryTime, voidTime } = await refund(id);
    expect(nextQueryTime).toBeGreaterThan(Date.now());
    expect(await world.call('adminOrder', 'retryRefund', { id }, as())).toMatchObject({
      code: 40902,
      message: '「已作废」的退款不能重新提交',
    });
    for (let round = 0; round < 14; round += 1) {
      await makeDue(id);
      await timer('refunds');
    }
    expect(submissions()).toHaveLength(1);
    expect((await refund(id)).nextQueryTime).toBe(voidTime! + 86_400_000);
    await set('refunds', id, { voidTime: voidTime! - 86_400_001 });
    await makeDue(id);
    await timer('refunds');
    expect(await refund(id)).toMatchObject({ status: 'voided', nextQueryTime: null });
  });

  it('that the gateway carries out nevertheless is recorded, counted and shown until checked', async () => {
    const { id, orderId } = await unheardOne();
    await landed(id);
    await voided(id);
    await carryOut(id);
    finish(id);
    await makeDue(id);
    await timer('refunds');
    expect(await refund(id)).toMatchObject({ status: 'success', afterVoid: 'moved' });
    expect(await order(orderId)).toMatchObject({ refundedFen: 500, refundingFen: 0 });
    expect(submissions()).toHaveLength(1);
    const attention = async () =>
      (await world.ok('adminDashboard', 'getSummary', {}, as())).attention.refundsAfterVoid;
    // One more is in the records to begin with.
    expect(await attention()).toBe(2);
    const { list } = await world.ok(
      'adminOrder',
      'getRefunds',
      { page: 1, pageSize: 20, filter: { afterVoid: 'moved' } },
      as(),
    );
    expect(list.map(({ _id }) => _id)).toContain(id);
    await world.ok('adminOrder', 'checkVoidedRefund', { id, note: '已联系用户退回' }, as());
    expect(await attention()).toBe(1);
    const again = await world.call('adminOrder', 'checkVoidedRefund', { id, note: '再来' }, as());
    expect(again).toMatchObject({ code: 40902, message: '这笔退款没有需要核对的款项' });
  });

  it('is never sent again even when the gateway took it and then closed it', async () => {
    const { id } = await unheardOne();
    await landed(id);
    await voided(id);
    await carryOut(id);
    await makeDue(id);
    await timer('refunds');
    expect(await refund(id)).toMatchObject({ status: 'processing', afterVoid: 'moved' });
    finish(id, 'CLOSED');
    await makeDue(id);
    await timer('refunds');
    expect((await refund(id)).status).toBe('closed');
    expect(await world.call('adminOrder', 'retryRefund', { id }, as())).toMatchObject({
      code: 40902,
      message: '作废过的退款不能重新提交，请重新发起退款',
    });
  });

  it('beside an open new refund leaves that one as the order’s open refund', async () => {
    const { id, orderId } = await unheardOne();
    await landed(id);
    await voided(id);
    await set('orders', orderId, { lastRefundTime: 1 });
    const second = ((await process(orderId, { amountFen: 300 })).data as { _id: string })._id;
    for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
    await carryOut(id);
    await makeDue(id);
    await timer('refunds');
    expect(await order(orderId)).toMatchObject({ openRefundId: second, refundingFen: 800 });
    finish(id);
    finish(second);
    await makeDue(id);
    await makeDue(second);
    await timer('refunds');
    expect(await order(orderId)).toMatchObject({
      openRefundId: '',
      refundingFen: 0,
      refundedFen: 800,
    });
  });
});

it('a refund closed by the gateway is closed here only when no submission can reopen it', async () => {
  const { _id } = await newOrder();
  wechatpay.disturb({ mode: 'lose', ms: 0, times: 1 });
  const id = ((await process(_id)).data as { _id: string })._id;
  finish(id, 'CLOSED');
  await makeDue(id);
  await timer('refunds');
  expect(await refund(id)).toMatchObject({ status: 'request_failed', gatewayStatus: 'CLOSED' });
  expect((await order(_id)).refundingFen).toBe(100);
  await landed(id);
  await makeDue(id);
  await timer('refunds');
  expect(await refund(id)).toMatchObject({ status: 'closed', nextQueryTime: null });
  expect((await order(_id)).refundingFen).toBe(0);
});

it('a notice of an earlier closing closes nothing: the gateway is queried', async () => {
  const { _id } = await newOrder();
  const id = ((await process(_id)).data as { _id: string })._id;
  const known = finish(id, 'ABNORMAL');
  await makeDue(id);
  await timer('refunds');
  expect((await refund(id)).status).toBe('abnormal');
  const old = notices.signed('', notices.ofRefund({ ...known, status: 'CLOSED' }));
  expect((await http('refundNotify', old)).statusCode).toBe(200);
  expect(await refund(id)).toMatchObject({ status: 'abnormal', reserved: true });
  expect((await refund(id)).nextQueryTime).toBeLessThanOrEqual(Date.now());
  await timer('refunds');
  expect((await refund(id)).status).toBe('abnormal');
});

it('a refund names each line of the order once', async () => {
  const { _id, items, payFen } = await newOrder();
  const line = { itemIndex: 0, qty: 1, amountFen: Math.floor(payFen / 2) };
  expect(items[0]?.qty).toBe(1);
  expect(await process(_id, { amountFen: line.amountFen * 2, items: [line, line] })).toMatchObject({
    code: 40001,
    data: { fields: { items: '同一件商品只能填写一行' } },
  });
});

describe('a refund refused by the gateway', () => {
  const refusedOne = async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1, status: 403, code: 'NOT_ENOUGH' });
    const answer = await process(_id);
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
    expect((await process(orderId)).data).toMatchObject({ _id: `${id.slice(0, -1)}2` });
  });

  it('cannot be voided when the gateway knows it after all', async () => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'lose', ms: 0, times: 1 });
    const id = ((await process(_id)).data as { _id: string })._id;
    const answer = await world.call('adminOrder', 'voidRefund', { id, reason: '不要了' }, as());
    expect(answer).toMatchObject({ code: 40902, message: '微信支付已受理这笔退款，不能作废' });
    expect((await refund(id)).status).toBe('processing');
  });

  it('is sent again after it was closed, and sent another way after it was abnormal', async () => {
    const closed = ((await process((await newOrder())._id)).data as { _id: string })._id;
    finish(closed, 'CLOSED');
    await world.ok('adminOrder', 'syncRefund', { id: closed }, as());
    expect((await refund(closed)).status).toBe('closed');
    await world.ok('adminOrder', 'retryRefund', { id: closed }, as());
    expect((await refund(closed)).status).toBe('processing');

    const stuck = ((await process((await newOrder())._id)).data as { _id: string })._id;
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

it('writes one audit row for each step, and the merchant’s secrets nowhere', async () => {
  const { _id } = await newOrder();
  const id = ((await process(_id)).data as { _id: string })._id;
  finish(id);
  await world.ok('adminOrder', 'syncRefund', { id }, as());
  const rows = (await world.rows('auditLogs')).filter(({ resourceId }) => resourceId === id);
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'processRefund',
    'processRefund',
    'syncRefund',
  ]);
  const { apiV3Key, privateKey } = wechatpay.credentials;
  const everything = `${await world.dump()}${world.errors.join()}${world.log.join()}`;
  for (const secret of [apiV3Key, privateKey.split('\n')[3]!])
    expect(everything).not.toContain(secret);
});
