import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { CollectionName } from '#contract/collections.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Trade } from '../../../sandbox/wechatPay/records.ts';
import { printsOf } from '../prints/prints.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
const { closeOrder } = await import('#cloudfunctions/_shared/orders/close.ts');
const { recordPayment } = await import('#cloudfunctions/_shared/orders/payment.ts');
beforeEach(() => world.reset());
afterEach(async () => {
  await world.forgetInjections();
  vi.useRealTimers();
});
const { as, order, one, set, newOrder, http, tradeOf, timer, gateway, notices } = commerceOf(world);
const { newPrint, print } = await printsOf(world);
const { wechatpay } = world.sandbox;

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const USER = 'usr_0004';
/** The clock stands still, at a whole second. */
const standStill = () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  vi.setSystemTime(now);
  return now;
};
const user = () => one<StoredUser>('users', USER);
const about = async (collection: CollectionName, id: string) =>
  (await world.rows(collection)).filter(({ refId, resourceId, subjects }) =>
    [refId, resourceId, ...((subjects ?? []) as string[])].includes(subjects ? `orders/${id}` : id),
  );
/** What was counted, by day. */
const counted = async () => {
  const sums: Record<string, Record<string, number>> = {};
  for (const row of await world.rows('counters'))
    for (const [name, amount] of Object.entries((row['figures'] ?? {}) as Record<string, number>)) {
      const of = (sums[row['day'] as string] ??= {});
      of[name] = (of[name] ?? 0) + amount;
    }
  return sums;
};
const audits = async (id: string) =>
  (await about('auditLogs', id)).map(({ _id, rev, createTime, updateTime, requestId, ...row }) => {
    expect([typeof _id, rev, createTime, typeof requestId]).toEqual([
      'string',
      1,
      updateTime,
      'string',
    ]);
    return row;
  });
const byAdmin = { adminId: 'first_admin', adminName: '测试管理员', ip: world.home, result: 'ok' };
const byNotice = {
  adminId: '',
  adminName: '微信支付通知',
  function: 'callback',
  action: 'payNotice',
  ip: '',
  result: 'ok',
  resource: 'order',
};
const notify = async (of: StoredOrder, fields: Partial<Trade> = {}) =>
  (await http('payNotice', notices.signed('', notices.ofTrade(tradeOf(of, fields))))).statusCode;
const close = (id: string, more: object = {}) =>
  world.call('adminOrder', 'updateOrderStatus', { id, status: 'closed', ...more }, as());
const sync = (id: string) => world.call('adminOrder', 'syncPayment', { id }, as());
const retry = (id: string) => world.call('adminOrder', 'retryFulfil', { id }, as());

const none = { status: 'none', time: null, error: '', credits: 0, giftCredits: 0, days: 0 };
const pending = { ...none, status: 'pending' as const, nextTime: 1 };
const item = (name: string, refId: string, snapshot: object, qty = 1) => ({
  refId,
  name,
  qty,
  unitFen: 1_000,
  amountFen: 1_000 * qty,
  snapshot: { type: 'credits', credits: 0, giftCredits: 0, days: null, ...snapshot },
});
const packs = (...items: ReturnType<typeof item>[]) =>
  ({ items, payFen: 4_990 }) as unknown as Partial<StoredOrder>;

describe('a paid package', () => {
  it('gives credits and days, and all records say so', async () => {
    const now = standStill();
    const successTime = now - DAY;
    await set('users', USER, { stats: { orderCount: 2, paidFen: 100, printCount: 0 } });
    const before = await user();
    const of = await newOrder({
      ...packs(
        item('积分包', 'pkg_0002', { credits: 200, giftCredits: 10 }),
        item('月度会员', 'pkg_0005', { credits: 300, days: 31 }, 2),
        item('没有的套餐', 'pkg_none', {}),
      ),
      status: 'pending',
      history: [],
      createTime: now - 3 * DAY,
      updateTime: now - 4 * DAY,
    });
    expect(await notify(of, { successTime })).toBe(200);
    const end = now + 62 * DAY;
    const moves = [
      { time: now, from: 'pending', to: 'paid', by: '微信支付通知', reason: '支付成功' },
      { time: now, from: 'paid', to: 'completed', by: '微信支付通知', reason: '权益已发放' },
    ];
    const granted = {
      status: 'done',
      time: now,
      error: '',
      nextTime: null,
      credits: 800,
      giftCredits: 10,
      days: 62,
      daysFrom: now,
    };
    const upload = { ...of.upload, status: 'waiting', nextTime: now };
    expect(await order(of._id)).toEqual({
      ...of,
      rev: 3,
      updateTime: now,
      status: 'completed',
      history: moves,
      latePay: false,
      payTime: successTime,
      transactionId: '4200000000000000001',
      fulfil: granted,
      upload,
      grams: [
        of.orderNo,
        of.orderNo.slice(-4),
        '4200000000000000001',
        '0001',
        '7986',
        ...of.grams.slice(3),
      ],
    });
    const texts = { reason: '积分包', userNote: '积分包' };
    const line = { refType: 'order', refId: of._id, ...texts, operator: '', rev: 1 };
    const times = { createTime: now, updateTime: now, userId: USER, openid: before.openid };
    const sent = { ...of.fulfil, status: 'pending', nextTime: now + 30_000 };
    expect(await about('creditLedger', of._id)).toEqual([
      {
        _id: `buy_${of._id}_paid`,
        kind: 'buy',
        bucket: 'paid',
        delta: 800,
        valueFen: 4_990,
        balanceAfter: 5_800,
        ...line,
        ...times,
      },
      {
        _id: `buy_${of._id}_gift`,
        kind: 'gift',
        bucket: 'gift',
        delta: 10,
        balanceAfter: 510,
        ...line,
        ...times,
      },
    ]);
    expect(await user()).toEqual({
      ...before,
      rev: before.rev + 1,
      updateTime: now,
      credits: { paid: 5_800, gift: 510 },
      paidValueFen: 4_990,
      packageId: 'pkg_0005',
      packageName: '月度会员',
      packageExpireTime: end,
      stats: { orderCount: 3, paidFen: 5_090, printCount: 0 },
      lastPayTime: successTime,
    });
    expect(await audits(of._id)).toEqual([
      {
        ...byNotice,
        resourceId: of._id,
        reason: '',
        diff: [
          { path: 'status', from: 'pending', to: 'paid' },
          { path: 'transactionId', from: '', to: '4200000000000000001' },
          { path: 'payTime', from: null, to: successTime },
          { path: 'fulfil', from: of.fulfil, to: sent },
          { path: 'history', from: [], to: moves.slice(0, 1) },
        ],
      },
      {
        ...byNotice,
        resourceId: of._id,
        reason: '',
        diff: [
          { path: 'status', from: 'paid', to: 'completed' },
          { path: 'fulfil', from: sent, to: granted },
          { path: 'upload', from: of.upload, to: upload },
          { path: 'history', from: moves.slice(0, 1), to: moves },
        ],
      },
    ]);
    expect(await about('userLogs', of._id)).toMatchObject([
      { type: 'pay', title: '支付成功', refType: 'order', refId: of._id, userId: USER },
    ]);
    expect(await about('messages', of._id)).toMatchObject([
      {
        _id: `orderPaid_${of._id}`,
        event: 'orderPaid',
        userId: USER,
        openid: of.openid,
        subjects: [`orders/${of._id}`, `users/${USER}`],
        values: { orderNo: of.orderNo, goods: '积分包', amount: '¥49.90' },
      },
    ]);
    expect(await counted()).toEqual({
      [dayOf(successTime)]: {
        paidOrders: 1,
        paidFen: 4_990,
        paidOrders_package: 1,
        paidFen_package: 4_990,
        grantedCredits: 810,
      },
    });
    const sold = async (id: string) =>
      one<{ soldCount: number; lastSoldTime: number; rev: number }>('packages', id);
    expect(await sold('pkg_0005')).toMatchObject({ soldCount: 2, lastSoldTime: now, rev: 1 });
    expect(await sold('pkg_0002')).toMatchObject({ soldCount: 4, lastSoldTime: now, rev: 1 });
  });

  it('prolongs a membership from its end, by a single day as well', async () => {
    const now = standStill();
    const until = now + 5 * DAY;
    const member = { packageId: 'pkg_0006', packageName: '季度会员', packageExpireTime: until };
    await set('users', USER, member);
    const of = await newOrder({
      ...packs(item('一天', 'pkg_0005', { days: 1 })),
      status: 'pending',
    });
    await notify(of);
    expect((await order(of._id)).fulfil).toMatchObject({ days: 1, daysFrom: until, credits: 0 });
    expect(await user()).toMatchObject({ packageName: '一天', packageExpireTime: until + DAY });
    expect(await about('creditLedger', of._id)).toEqual([]);
  });

  it('leaves a membership alone when it has no days', async () => {
    const member = { packageId: 'pkg_0006', packageName: '季度会员', packageExpireTime: null };
    await set('users', USER, member);
    for (const days of [null, 0, undefined, 7]) {
      const of = await newOrder({
        ...packs(item('积分包', 'pkg_0002', { credits: 1, days })),
        status: 'pending',
      });
      await notify(of);
      expect((await order(of._id)).fulfil, String(days)).toMatchObject({
        status: 'done',
        days: days ?? 0,
        daysFrom: null,
      });
      expect(await user()).toMatchObject(member);
    }
  });

  it('is granted in part where part of the money went back before', async () => {
    const of = await newOrder({
      ...packs(item('积分包', 'pkg_0002', { credits: 100, giftCredits: 60, days: 31 })),
      status: 'paid',
      fulfil: pending,
      refundedFen: 1_000,
      payTime: null,
      createTime: Date.now() - 9 * DAY,
    });
    expect((await retry(of._id)).code).toBe(0);
    // 160 × 1000 / 4990 = 32.06; 31 × 1000 / 4990 = 6.2
    expect((await order(of._id)).fulfil).toMatchObject({ credits: 68, giftCredits: 60, days: 25 });
    expect(await about('creditLedger', of._id)).toMatchObject([
      { bucket: 'paid', delta: 68, valueFen: 3_990 },
      { bucket: 'gift', delta: 60 },
    ]);
    // Without a time of payment it is counted now.
    expect(await counted()).toEqual({ [dayOf(Date.now())]: { grantedCredits: 128 } });
    expect(await audits(of._id)).toMatchObject([{ ...byAdmin, resource: 'order', reason: '' }]);
    const before = await world.dump();
    expect((await retry(of._id)).data).toMatchObject({ status: 'completed' });
    expect(await world.dump()).toBe(before);
  });

  it('is not granted twice, nor before it is paid, nor while a refund is open', async () => {
    for (const [fields, message] of [
      [{ status: 'pending' }, '只有已支付的订单可以发放'],
      [{ status: 'closed' }, '只有已支付的订单可以发放'],
      [{ status: 'paid', fulfil: pending, refundingFen: 1 }, '订单有未结束的退款，结束后再发放'],
      [{ status: 'paid', fulfil: pending, openRefundId: 'r' }, '订单有未结束的退款，结束后再发放'],
    ] as const) {
      const of = await newOrder(fields);
      expect(await retry(of._id)).toMatchObject({ code: 40902, message });
    }
    const done = await newOrder({ status: 'paid' });
    const before = await world.dump();
    expect((await retry(done._id)).data).toMatchObject({ status: 'paid' });
    expect(await world.dump()).toBe(before);
  });

  it('goes to a user who is disabled, and to nobody who is gone', async () => {
    await set('users', USER, { status: 'disabled' });
    const of = await newOrder({ status: 'paid', fulfil: pending });
    expect((await retry(of._id)).code).toBe(0);
    await set('users', USER, { status: 'deleted' });
    const gone = await newOrder({ status: 'paid', fulfil: pending });
    const nobody = await newOrder({ status: 'paid', fulfil: pending, userId: 'usr_none' });
    const unknown = await newOrder({ status: 'paid', fulfil: pending, userId: '' });
    for (const { _id } of [gone, nobody, unknown]) {
      expect((await retry(_id)).message).toBe('下单用户已不存在，无法发放');
      expect((await order(_id)).fulfil).toEqual(pending);
    }
  });

  it('that cannot be granted keeps the payment, the reason and alerts administrators once', async () => {
    const now = standStill();
    await set('users', USER, { status: 'deleted' });
    const of = await newOrder({ status: 'pending' });
    expect(await notify(of)).toBe(200);
    const reason = '下单用户已不存在，无法发放';
    const sent = { ...of.fulfil, status: 'pending', nextTime: now + 30_000 };
    const failed = { ...sent, status: 'failed', error: reason, nextTime: null };
    expect(await order(of._id)).toMatchObject({ status: 'paid', fulfil: failed, rev: 3 });
    expect((await audits(of._id))[1]).toEqual({
      ...byNotice,
      resourceId: of._id,
      reason,
      diff: [{ path: 'fulfil', from: sent, to: failed }],
    });
    const alert = (channel: string) => ({
      _id: `fulfilFailed_${of._id}_${channel}`,
      event: 'fulfilFailed',
      channel,
      subjects: [`orders/${of._id}`],
      values: { orderNo: of.orderNo, amount: '¥49.90', reason },
      path: `orders/${of._id}`,
    });
    const alerts = (await about('messages', of._id)).filter(({ event }) => event !== 'orderPaid');
    expect(alerts).toHaveLength(2);
    expect(alerts).toMatchObject(alerts.map(({ channel }) => alert(channel as string)));
    expect(await counted()).not.toMatchObject({ [dayOf(now)]: { grantedCredits: 1 } });
  });
});

describe('paid prints', () => {
  it('go to production, and nothing is granted', async () => {
    const now = standStill();
    const made = await newPrint('pending');
    const of = await order(made.orderId);
    const before = await user();
    await notify(of, { successTime: now - DAY });
    const after = await order(of._id);
    expect(after).toMatchObject({ status: 'paid', upload: of.upload });
    expect(after.history.at(-1)).toMatchObject({ from: 'pending', to: 'paid' });
    expect(after.fulfil).toEqual({
      status: 'done',
      time: now,
      error: '',
      nextTime: null,
      credits: 0,
      giftCredits: 0,
      days: 0,
      daysFrom: null,
    });
    const printed = await print(made._id);
    expect(printed.status).toBe('paid');
    expect(printed.history).toMatchObject([
      { from: 'pending', to: 'paid', by: '微信支付通知', reason: '已支付', time: now },
    ]);
    expect(await user()).toMatchObject({ credits: before.credits, stats: { printCount: 1 } });
    expect(await about('creditLedger', of._id)).toEqual([]);
    expect(await counted()).toEqual({
      [dayOf(now - DAY)]: {
        paidOrders: 1,
        paidFen: of.payFen,
        paidOrders_print: 1,
        paidFen_print: of.payFen,
      },
    });
    expect(await audits(of._id)).toHaveLength(2);
  });

  it('wait only where all of the money goes back', async () => {
    for (const [refundingFen, refundedFen, waits] of [
      [4_990, 0, true],
      [990, 4_000, true],
      [989, 4_000, false],
      [100, 0, false],
    ] as const) {
      const of = await newOrder({
        type: 'print',
        status: 'paid',
        fulfil: pending,
        refundingFen,
        refundedFen,
        openRefundId: 'RF1',
        payTime: Date.now() - 9 * HOUR,
      });
      await timer('orders');
      expect((await order(of._id)).fulfil.status).toBe(waits ? 'pending' : 'done');
      expect(await about('messages', of._id)).toEqual([]);
    }
  });

  it('that arrive complete their order with them, once', async () => {
    const now = standStill();
    const made = await newPrint('shipped', { createTime: now - 3 * DAY });
    const of = await order(made.orderId);
    const complete = () =>
      world.call(
        'adminPrintOrder',
        'updatePrintOrderStatus',
        { id: made._id, status: 'completed', reason: '已签收' },
        as(),
      );
    expect((await complete()).code).toBe(0);
    const move = { time: now, from: 'paid', to: 'completed', by: '测试管理员' };
    const history = [...of.history, { ...move, reason: '冲印已完成' }];
    expect(await order(of._id)).toEqual({
      ...of,
      rev: 2,
      updateTime: now,
      status: 'completed',
      history,
    });
    expect(await audits(of._id)).toMatchObject([
      {
        ...byAdmin,
        resource: 'order',
        resourceId: of._id,
        reason: '已签收',
        diff: [
          { path: 'status', from: 'paid', to: 'completed' },
          { path: 'history', from: of.history, to: history },
        ],
      },
    ]);
    expect(await counted()).toEqual({ [dayOf(now - 3 * DAY)]: { completedPrints: 1 } });
    const { completePrintOrder } = await import('#cloudfunctions/_shared/orders/completePrint.ts');
    const actor = systemActor('系统', 'worker', 'arrivals');
    const before = await world.dump();
    expect(await completePrintOrder(made, actor, '')).toMatchObject({ status: 'completed' });
    expect(await completePrintOrder({ ...made, _id: 'prt_none' }, actor, '')).toBeNull();
    expect(await world.dump()).toBe(before);
  });

  it('complete no order that is refunded, of which they are a reprint, or that is not there', async () => {
    const { completePrintOrder } = await import('#cloudfunctions/_shared/orders/completePrint.ts');
    const actor = systemActor('系统', 'worker', 'arrivals');
    const refunded = await newPrint('shipped');
    await set('orders', refunded.orderId, { status: 'refunded' });
    const reprint = await newPrint('shipped', { reprintOf: 'prt_0001' });
    const alone = await newPrint('shipped', { orderId: '' });
    const lost = await newPrint('shipped', { orderId: 'ord_none' });
    for (const [made, status] of [
      [refunded, 'refunded'],
      [reprint, 'paid'],
      [alone, ''],
      [lost, ''],
    ] as const) {
      const done = await completePrintOrder(made, actor, '签收');
      expect(done).toMatchObject({ status: 'completed' });
      expect(await print(made._id)).toEqual(done);
      if (status) expect((await order(made.orderId)).status).toBe(status);
    }
  });
});

describe('what was interrupted', () => {
  it.each([
    [0, MINUTE],
    [4 * MINUTE, MINUTE],
    [8 * MINUTE + 2, 2 * MINUTE + 1],
    [40 * MINUTE, 10 * MINUTE],
    [9 * HOUR, 10 * MINUTE],
  ])('%i ms after the payment is tried again %i ms later', async (age, wait) => {
    const now = standStill();
    const made = (fields: Partial<StoredOrder>) =>
      newOrder({ status: 'paid', fulfil: pending, openRefundId: 'RF1', ...fields });
    const paid = await made({ payTime: now - age });
    const unreported = await made({
      payTime: null,
      createTime: now - age,
      updateTime: now - 9 * HOUR,
    });
    expect(await timer('orders')).toMatchObject({ tried: 2 });
    for (const { _id } of [paid, unreported]) {
      expect((await order(_id)).fulfil).toEqual({ ...pending, nextTime: now + wait });
      expect(await about('messages', _id)).toEqual([]);
    }
    expect(await timer('orders')).toMatchObject({ tried: 0 });
  });

  const broken = { action: 'database.startTransaction', code: 'SYS_ERR' } as const;
  it.each([
    [HOUR - 1, 0],
    [HOUR, 2],
  ])(
    'alerts administrators after an hour without success (%i ms: %i messages)',
    async (age, most) => {
      const now = standStill();
      const of = await newOrder({ status: 'paid', fulfil: pending, payTime: now - age });
      await world.inject({ ...broken, times: 1 });
      await timer('orders');
      expect((await order(of._id)).fulfil.status).toBe('pending');
      const alerts = await about('messages', of._id);
      expect(alerts).toHaveLength(most);
      for (const alert of alerts)
        expect(alert).toMatchObject({
          event: 'fulfilFailed',
          values: { reason: '支付后一小时仍未发放，请技术人员查看日志' },
        });
      vi.setSystemTime(now + 10 * MINUTE);
      await timer('orders');
      expect((await order(of._id)).status).toBe('completed');
      expect(await about('messages', of._id)).toHaveLength(most);
    },
  );

  it('is tried by one of two workers', async () => {
    await newOrder({ status: 'paid', fulfil: pending });
    await world.inject({ ...broken, times: 9 });
    const before = world.errors.length;
    await Promise.all([timer('orders'), timer('orders')]);
    const failures = world.errors.slice(before).filter(line => line.includes('not fulfilled'));
    expect(failures).toHaveLength(1);
  });

  it('ends where the money went back, and is left alone where it was never paid', async () => {
    const refunded = await newOrder({ status: 'refunded', fulfil: { ...pending, credits: 3 } });
    const closed = await newOrder({ status: 'closed', fulfil: pending, createTime: Date.now() });
    await timer('orders');
    const ended = { ...pending, credits: 3, status: 'none', nextTime: null };
    const fulfil = { ...ended, error: '已全额退款，不再发放' };
    expect((await order(refunded._id)).fulfil).toEqual(fulfil);
    expect(await audits(refunded._id)).toMatchObject([
      {
        adminName: '系统',
        function: 'worker',
        action: 'orders',
        resource: 'order',
        reason: '只有已支付的订单可以发放',
        diff: [{ path: 'fulfil', to: fulfil }],
      },
    ]);
    expect((await order(closed._id)).fulfil.status).toBe('pending');
    for (const { _id } of [refunded, closed]) expect(await about('messages', _id)).toEqual([]);
  });
});

describe('closing an unpaid order', () => {
  const paths = (orderNo: string) => {
    const asked = `/v3/pay/transactions/out-trade-no/${orderNo}`;
    return { asked, closed: `${asked}/close` };
  };
  const calls = (orderNo: string) =>
    wechatpay
      .calls()
      .filter(({ path }) => path.includes(orderNo))
      .map(({ method, path }) => `${method} ${path.endsWith('/close') ? 'close' : 'trade'}`);
  const unpaid = (fields: Partial<StoredOrder> = {}) =>
    newOrder({ status: 'pending', prepaid: true, ...fields });
  const known = (of: StoredOrder, fields: object) =>
    gateway.trades.set(of.orderNo, tradeOf(of, { successTime: null, ...fields }));

  it('is written down, cancels its prints and counts on the day of the order', async () => {
    const now = standStill();
    const made = await newPrint('pending');
    await set('orders', made.orderId, { createTime: now - 3 * DAY });
    const of = await order(made.orderId);
    expect(await close(of._id, { reason: '不要了' })).toMatchObject({
      code: 0,
      data: { status: 'closed' },
    });
    const move = { time: now, from: 'pending', to: 'closed', by: '测试管理员', reason: '不要了' };
    const history = [...of.history, move];
    expect(await order(of._id)).toEqual({
      ...of,
      rev: 2,
      updateTime: now,
      status: 'closed',
      history,
    });
    expect(await audits(of._id)).toEqual([
      {
        ...byAdmin,
        function: 'adminOrder',
        action: 'updateOrderStatus',
        resource: 'order',
        resourceId: of._id,
        reason: '不要了',
        diff: [
          { path: 'status', from: 'pending', to: 'closed' },
          { path: 'history', from: of.history, to: history },
        ],
      },
    ]);
    expect((await print(made._id)).history).toMatchObject([
      { from: 'pending', to: 'cancelled', by: '测试管理员', reason: '不要了' },
    ]);
    expect(await counted()).toEqual({ [dayOf(now - 3 * DAY)]: { closedOrders: 1 } });
    expect(calls(of.orderNo)).toEqual([]);
  });

  it('asks the gateway only about what was prepaid there', async () => {
    for (const fields of [{ prepaid: false }, { payChannel: 'offline' as const }]) {
      const of = await unpaid(fields);
      known(of, { state: 'USERPAYING' });
      expect((await close(of._id)).code).toBe(0);
      expect(calls(of.orderNo)).toEqual([]);
    }
    const unknown = await unpaid();
    expect((await close(unknown._id)).data).toMatchObject({ status: 'closed' });
    expect(calls(unknown.orderNo)).toEqual(['GET trade']);
  });

  it.each([
    ['NOTPAY', 0, 'closed', 2],
    // The stand-in closes nothing else.
    ['PAYERROR', 50201, 'pending', 2],
    ['CLOSED', 0, 'closed', 1],
    ['REVOKED', 0, 'closed', 1],
    ['USERPAYING', 40902, 'pending', 1],
    ['SUCCESS', 40902, 'completed', 1],
    ['REFUND', 40902, 'completed', 1],
  ] as const)('that the gateway says is %s answers %i: %s', async (state, code, status, asked) => {
    const of = await unpaid();
    known(of, { state });
    const answer = await close(of._id);
    expect(answer.code).toBe(code);
    if (code === 40902)
      expect(answer.message).toBe(
        state === 'USERPAYING' ? '用户正在付款，请稍后再试' : '用户已付款，订单已更新为已支付',
      );
    expect((await order(of._id)).status).toBe(status);
    expect(calls(of.orderNo)).toEqual(['GET trade', 'POST close'].slice(0, asked));
  });

  it('is put off where the gateway gives no clear answer', async () => {
    for (const [path, disturbance] of [
      ['asked', { mode: 'refuse', status: 400, code: 'PARAM_ERROR' }],
      ['asked', { mode: 'fail' }],
      ['asked', { mode: 'lose' }],
      ['closed', { mode: 'refuse', status: 400, code: 'ORDERPAID' }],
      ['closed', { mode: 'fail' }],
      ['closed', { mode: 'fail', status: 500, code: 'ORDER_CLOSED' }],
    ] as const) {
      const of = await unpaid();
      known(of, { state: 'NOTPAY' });
      wechatpay.disturb({ ms: 0, times: null, path: paths(of.orderNo)[path], ...disturbance });
      const before = await world.dump();
      expect((await close(of._id)).code, JSON.stringify(disturbance)).toBe(50201);
      expect(await world.dump()).toBe(before);
    }
    const gone = await unpaid();
    known(gone, { state: 'NOTPAY' });
    const path = paths(gone.orderNo).closed;
    wechatpay.disturb({ mode: 'refuse', ms: 0, times: 1, status: 400, code: 'ORDER_CLOSED', path });
    expect((await close(gone._id)).code).toBe(0);
  });

  it('is put off where it was taken over since it was seen, or is taken over for another order', async () => {
    const of = await unpaid({ prepaid: false });
    await set('orders', of._id, { orderNo: `${of.orderNo}9` });
    const actor = systemActor('系统', 'worker', 'orders');
    const asked = () => Promise.reject(new Error('not asked'));
    expect(await closeOrder(of, asked, actor, '')).toEqual({ kind: 'unknown', order: of });
    expect((await order(of._id)).status).toBe('pending');
    expect(await counted()).toEqual({});
    const paying = await unpaid();
    known(paying, { state: 'USERPAYING' });
    const { wechatPay } = await import('#cloudfunctions/_shared/wechatPay/client.ts');
    const close = () => closeOrder(paying, wechatPay, actor, '');
    expect(await close()).toEqual({ kind: 'paying', order: paying });
    for (const disturbance of [
      { mode: 'refuse', status: 400, code: 'X' },
      { mode: 'fail' },
    ] as const) {
      wechatpay.disturb({ ms: 0, times: 1, ...disturbance });
      expect(await close()).toEqual({ kind: 'unknown', order: paying });
    }
    known(paying, { state: 'NOTPAY' });
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1, path: paths(paying.orderNo).closed });
    expect(await close()).toEqual({ kind: 'unknown', order: paying });
    known(paying, { state: 'SUCCESS' });
    expect(await close()).toEqual({ kind: 'paid', order: await order(paying._id) });
  });

  it('finds the payment without its time, and takes no payment of another order or sum', async () => {
    const now = standStill();
    const of = await unpaid();
    known(of, { state: 'SUCCESS' });
    expect((await sync(of._id)).data).toMatchObject({ status: 'completed', payTime: now });
    expect((await order(of._id)).transactionId).toBe('');
    const other = await unpaid();
    known(other, { state: 'SUCCESS', outTradeNo: 'another' });
    expect((await sync(other._id)).data).toMatchObject({ status: 'pending' });
    known(other, { state: 'SUCCESS', totalFen: other.payFen + 1 });
    expect(await sync(other._id)).toMatchObject({
      code: 50201,
      message: '支付金额与订单不符，请人工核对',
    });
    known(other, { state: 'NOTPAY' });
    expect((await sync(other._id)).data).toMatchObject({ status: 'pending' });
  });
});

describe('a payment', () => {
  it('after closing is flagged', async () => {
    const now = standStill();
    const of = await newOrder({ status: 'closed', history: [] });
    await notify(of, { successTime: now });
    const after = await order(of._id);
    expect(after).toMatchObject({ status: 'completed', latePay: true });
    expect(after.history[0]).toMatchObject({ from: 'closed', reason: '关闭后收到付款' });
    expect((await counted())[dayOf(now)]).toMatchObject({ paidOrders: 1, latePaidOrders: 1 });
  });

  it('counts for nobody where the order has no user, and is named by its kind without goods', async () => {
    const made = await newPrint('pending');
    await set('orders', made.orderId, { userId: '', items: [], openid: `o${'a'.repeat(27)}` });
    const of = await order(made.orderId);
    await notify(of);
    expect((await order(of._id)).status).toBe('paid');
    expect(await about('userLogs', of._id)).toEqual([]);
    expect(await about('messages', of._id)).toMatchObject([{ values: { goods: '冲印' } }]);
  });

  it('outside WeChat is taken once, as it is reported', async () => {
    const now = standStill();
    const made = await newPrint('pending');
    await set('orders', made.orderId, { source: 'web' });
    const of = await order(made.orderId);
    const wish = { id: of._id, reason: '门店收款', note: '现金' };
    const mark = () => world.call('adminOrder', 'markPaidOffline', wish, as());
    expect((await mark()).code).toBe(0);
    const after = await order(of._id);
    expect(after).toMatchObject({
      status: 'paid',
      payChannel: 'offline',
      offlineNote: '现金',
      voucher: '',
      files: [],
      payTime: now,
      transactionId: '',
      latePay: false,
    });
    expect(after.history.at(-1)).toMatchObject({ by: '测试管理员', reason: '线下已付：门店收款' });
    expect((await audits(of._id)).map(({ reason }) => reason)).toEqual(['门店收款', '']);
    const before = await world.dump();
    const payment = { transactionId: '', payTime: now, totalFen: of.payFen };
    const offline = { reason: '', note: '', voucher: '' };
    const actor = systemActor('系统', 'adminOrder', 'markPaidOffline');
    expect(await recordPayment(of, { ...payment, offline }, actor)).toMatchObject({ rev: 3 });
    expect(await world.dump()).toBe(before);
  });

  it('outside WeChat is refused for what is closed, of the mini-program, or may be paid anew meanwhile', async () => {
    const actor = systemActor('系统', 'adminOrder', 'markPaidOffline');
    const refused = async (seen: StoredOrder, now: object = {}, code = 40902) => {
      await set('orders', seen._id, now);
      const payment = { transactionId: '', payTime: 1, totalFen: seen.payFen };
      const offline = { reason: '', note: '', voucher: '' };
      await expect(recordPayment(seen, { ...payment, offline }, actor)).rejects.toMatchObject({
        code,
        ...(code === 40902 && { message: '只有网页下单、尚未支付的冲印订单可以标记线下已付' }),
      });
    };
    const web = { type: 'print', source: 'web', status: 'pending' } as const;
    await refused(await newOrder({ ...web, source: 'mini_program' }));
    await refused(await newOrder(web), { orderNo: '9' }, 40901);
    await refused(await newOrder(web), { prepayTime: 9 }, 40901);
    await refused(await newOrder(web), { status: 'closed', payChannel: 'offline' });
    await refused(await newOrder({ ...web, status: 'paid' }));
  });
});
