import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { dayOf } from '#contract/shanghai.ts';
import { startRefundRecords, USER } from './refundRecords.ts';

const {
  world,
  wechatpay,
  order,
  refund,
  user,
  set,
  newOrder,
  processRefund,
  finish,
  sync,
  about,
  counted,
  changedFields,
  asked,
  standStill,
  gateway,
} = await startRefundRecords();
const { orderGrams } = await import('#cloudfunctions/_shared/orders/orders.ts');

const DAY = 86_400_000;
const holder = expect.any(String) as string;
const byAdmin = {
  adminId: 'first_admin',
  adminName: '测试管理员',
  function: 'adminOrder',
  ip: world.home,
  result: 'ok',
};
const granted = (now: number): StoredOrder['fulfil'] => ({
  status: 'done',
  time: 1,
  error: '',
  nextTime: null,
  credits: 600,
  giftCredits: 60,
  days: 30,
  daysFrom: now - 10 * DAY,
});
const member = (now: number, days: number) => ({
  packageId: 'pkg_0005',
  packageName: '月度会员',
  packageExpireTime: now + days * DAY,
});

describe('a refund of everything', () => {
  /** Ten credits and three days were taken back before. */
  const prepared = async () => {
    const now = standStill();
    await set('users', USER, {
      paidValueFen: 6_000,
      ...member(now, 40),
      refundingCredits: 5,
      'stats.refundFen': 7,
    });
    const of = await newOrder({
      fulfil: granted(now),
      clawedBack: { credits: 10, days: 3 },
      refundedFen: 90,
      refundCount: 8,
      upload: { ...(await newOrder()).upload, status: 'waiting', nextTime: now },
    });
    return { now, of, buyer: await user() };
  };
  const wish = { amountFen: 4_900, reason: '不要了', internalNote: '来电', idemKey: 'rules_0001' };
  const taken = (now: number) => ({
    paid: 590,
    gift: 60,
    valueFen: 708,
    packageDays: 17,
    membership: { ms: 17 * DAY, packageId: 'pkg_0005', packageName: '月度会员' },
    now,
  });

  it('is stored, and has taken what was granted, before the gateway hears of it', async () => {
    const { now, of, buyer } = await prepared();
    const id = `RF${of.orderNo}09`;
    const { refund: carryOut } = gateway;
    const atTheGateway: object[] = [];
    gateway.refund = async fields => {
      gateway.refund = carryOut;
      atTheGateway.push({ row: await refund(id), of: await order(of._id), buyer: await user() });
      return carryOut.call(gateway, fields);
    };
    const { code, data } = await processRefund(of._id, wish);
    expect(code).toBe(0);
    const { now: _now, ...clawedBack } = taken(now);
    const turn = { holder, until: now + 15_000 };
    const row = {
      _id: id,
      rev: 1,
      createTime: now,
      updateTime: now,
      orderId: of._id,
      orderNo: of.orderNo,
      orderPayFen: 4_990,
      userId: USER,
      openid: of.openid,
      userSnap: { nickName: of.userSnap.nickName },
      printOrderId: '',
      amountFen: 4_900,
      reasonCode: '',
      reason: '不要了',
      internalNote: '来电',
      items: [],
      clawback: { credits: 0, packageDays: 0, allowNegative: false },
      asked: { credits: 650, packageDays: 27, allowNegative: false },
      clawedBack,
      takings: 1,
      payChannel: 'wxpay',
      status: 'created',
      outcomeUnknown: true,
      failure: '',
      refundId: '',
      gatewayStatus: '',
      userReceivedAccount: '',
      attempts: [],
      applyBy: '测试管理员',
      successTime: null,
      turn,
      nextQueryTime: now + 15_000,
      inFlightUntil: now + 600_000,
      voidTime: null,
      afterVoid: 'none',
      approval: 'none',
      reserved: true,
      queryCount: 0,
      idemKey: 'rules_0001',
      intent: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      grams: [...new Set([...orderGrams(of), id.toLowerCase(), id.slice(-4)])],
    };
    const reserved = {
      ...of,
      rev: 2,
      updateTime: now,
      refundingFen: 4_900,
      refundCount: 9,
      lastRefundTime: now,
      openRefundId: id,
      refundStatus: 'processing',
      clawedBack: { credits: 660, days: 20 },
    };
    const reached = {
      ...buyer,
      rev: 2,
      updateTime: now,
      credits: { paid: 4_410, gift: 440 },
      paidValueFen: 5_292,
      packageExpireTime: now + 23 * DAY,
      refundingCredits: 655,
    };
    expect(atTheGateway).toEqual([{ row, of: reserved, buyer: reached }]);

    const attempt = { time: now, by: '测试管理员', call: 'refund', httpStatus: 200, code: '' };
    const accepted = {
      ...row,
      rev: 2,
      status: 'processing',
      outcomeUnknown: false,
      refundId: expect.stringMatching(/^50000\d{24}$/) as string,
      gatewayStatus: 'PROCESSING',
      userReceivedAccount: '支付用户零钱',
      attempts: [attempt],
      turn: null,
      nextQueryTime: now + 10_000,
      inFlightUntil: null,
    };
    expect(await refund(id)).toEqual(accepted);
    expect(data).toMatchObject({ _id: id, status: 'processing', attempts: [attempt] });
    expect(await order(of._id)).toEqual(reserved);
    expect(await user()).toEqual(reached);
    const line = {
      kind: 'refund_order',
      refType: 'refund',
      refId: id,
      reason: '退款收回，退款未成会退回：不要了',
      userNote: '退款收回，退款未成会退回',
      operator: '',
      userId: USER,
      openid: buyer.openid,
      rev: 1,
      createTime: now,
      updateTime: now,
    };
    expect(await about('creditLedger', id)).toEqual([
      {
        ...line,
        _id: `${id}_1_paid`,
        bucket: 'paid',
        delta: -590,
        valueFen: -708,
        balanceAfter: 4_410,
      },
      { ...line, _id: `${id}_1_gift`, bucket: 'gift', delta: -60, balanceAfter: 440 },
    ]);
    const [made, submitted, ...others] = await about('auditLogs', id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      ...byAdmin,
      action: 'processRefund',
      resource: 'refund',
      reason: '不要了',
    });
    expect(changedFields(made!)).toMatchObject({
      status: [null, 'created'],
      clawedBack: [null, clawedBack],
      takings: [null, 1],
    });
    expect(submitted).toMatchObject({
      ...byAdmin,
      action: 'processRefund',
      resource: 'refund',
      reason: '',
    });
    expect(changedFields(submitted!)).toMatchObject({
      status: ['created', 'processing'],
      attempts: [[], [attempt]],
    });
    for (const silent of ['messages', 'userLogs'] as const)
      expect(await about(silent, id)).toEqual([]);
    expect(await about('auditLogs', of._id)).toEqual([]);
    expect(await counted()).toEqual({});
    expect(wechatpay.calls()).toMatchObject([
      {
        method: 'POST',
        body: {
          out_trade_no: of.orderNo,
          out_refund_no: id,
          reason: '不要了',
          amount: { refund: 4_900, total: 4_990, currency: 'CNY' },
        },
      },
    ]);
  });

  it('ends the order once the money has arrived, and all records say so', async () => {
    const { of } = await prepared();
    const id = await asked(of, wish);
    const [row, reserved, reached] = [await refund(id), await order(of._id), await user()];
    const now = standStill(5_000);
    const successTime = now - DAY;
    finish(id).successTime = successTime;
    expect((await sync(id)).data).toMatchObject({ _id: id, status: 'success' });
    expect(await refund(id)).toEqual({
      ...row,
      // The turn of the caller comes first.
      rev: row.rev + 2,
      updateTime: now,
      status: 'success',
      gatewayStatus: 'SUCCESS',
      successTime,
      nextQueryTime: null,
      reserved: false,
      endsOrder: true,
    });
    expect(await order(of._id)).toEqual({
      ...reserved,
      rev: reserved.rev + 1,
      updateTime: now,
      status: 'refunded',
      refundStatus: 'full',
      refundedFen: 4_990,
      refundingFen: 0,
      openRefundId: '',
      upload: { ...of.upload, status: 'none', nextTime: null },
      history: [
        ...of.history,
        { time: now, from: 'completed', to: 'refunded', by: '测试管理员', reason: '已全额退款' },
      ],
    });
    expect(await user()).toEqual({
      ...reached,
      rev: reached.rev + 1,
      updateTime: now,
      refundingCredits: 5,
      stats: { ...reached.stats, refundFen: 4_907 },
    });
    expect(await about('creditLedger', id)).toHaveLength(2);
    const last = (await about('auditLogs', id)).at(-1)!;
    expect(last).toMatchObject({
      ...byAdmin,
      action: 'syncRefund',
      resource: 'refund',
      reason: '',
    });
    expect(changedFields(last)).toEqual({
      status: ['processing', 'success'],
      gatewayStatus: ['PROCESSING', 'SUCCESS'],
      successTime: [null, successTime],
      turn: [{ holder, until: now + 15_000 }, null],
      nextQueryTime: [row.nextQueryTime, null],
      reserved: [true, false],
      endsOrder: [null, true],
    });
    expect(await about('auditLogs', of._id)).toMatchObject([
      {
        ...byAdmin,
        action: 'syncRefund',
        resource: 'order',
        reason: '已全额退款',
        diff: [{ path: 'status', from: 'completed', to: 'refunded' }],
      },
    ]);
    expect(await about('messages', id)).toMatchObject([
      {
        _id: `refundDone_${id}`,
        event: 'refundDone',
        channel: 'subscribe',
        userId: USER,
        openid: of.openid,
        subjects: [`orders/${of._id}`, `refunds/${id}`, `users/${USER}`],
        values: { orderNo: of.orderNo, amount: '¥49.00', reason: '不要了' },
        nextTime: now,
      },
    ]);
    expect(await about('userLogs', id)).toMatchObject([
      {
        type: 'refund',
        title: '退款成功',
        refType: 'refund',
        refId: id,
        userId: USER,
        openid: reached.openid,
      },
    ]);
    expect(await counted()).toEqual({
      [dayOf(successTime)]: {
        refunds: 1,
        refundedFen: 4_900,
        clawedBackCredits: 650,
        refundedOrders: 1,
      },
    });
    const before = await world.dump();
    expect((await sync(id)).data).toMatchObject({ _id: id, status: 'success' });
    expect(await world.dump()).toBe(before);
  });

  it('that the gateway closes gives everything back', async () => {
    const { of, buyer } = await prepared();
    const id = await asked(of, wish);
    const now = standStill(5_000);
    finish(id, 'CLOSED');
    expect((await sync(id)).data).toMatchObject({ _id: id, status: 'closed' });
    expect(await user()).toEqual({ ...buyer, rev: buyer.rev + 2, updateTime: now });
    const line = { refType: 'refund', refId: id, reason: '退款未成，积分已退回：不要了' };
    expect((await about('creditLedger', id)).slice(2)).toMatchObject([
      { ...line, _id: `${id}_1_paid_back`, kind: 'refund_undone', delta: 590, valueFen: 708 },
      { ...line, _id: `${id}_1_gift_back`, kind: 'refund_undone', delta: 60, balanceAfter: 500 },
    ]);
  });

  it('that cannot reach its account alerts administrators', async () => {
    const { of } = await prepared();
    const id = await asked(of, wish);
    finish(id, 'ABNORMAL');
    await sync(id);
    const alert = {
      event: 'refundAbnormal',
      subjects: [`orders/${of._id}`, `refunds/${id}`],
      values: { refundNo: id, orderNo: of.orderNo, amount: '¥49.00', reason: '不要了' },
      path: `orders/${of._id}`,
    };
    const alerts = await about('messages', id);
    expect(alerts).toMatchObject(
      ['wecom', 'email'].map(channel => ({
        ...alert,
        _id: `refundAbnormal_${id}_${channel}`,
        channel,
      })),
    );
    expect(alerts).toHaveLength(2);
  });
});

describe('a refund of a part', () => {
  it('leaves the order as it is, and takes its part of the grants', async () => {
    const now = standStill();
    await set('users', USER, { credits: { paid: 600, gift: 60 }, ...member(now, 30) });
    const of = await newOrder({
      fulfil: { ...granted(now), daysFrom: now },
      upload: { ...(await newOrder()).upload, status: 'failed' },
    });
    const id = await asked(of, { amountFen: 1_000 });
    // 660 × 1000 / 4990 = 132.3; 30 × 1000 / 4990 = 6.01
    expect(await refund(id)).toMatchObject({
      asked: { credits: 132, packageDays: 6, allowNegative: false },
      clawedBack: { paid: 132, gift: 0, packageDays: 6 },
    });
    finish(id);
    await sync(id);
    expect(await refund(id)).not.toHaveProperty('endsOrder');
    expect(await order(of._id)).toMatchObject({
      status: 'completed',
      refundStatus: 'partial',
      refundedFen: 1_000,
      history: of.history,
      upload: of.upload,
    });
    expect(await about('auditLogs', of._id)).toEqual([]);
    expect(await about('messages', id)).toMatchObject([
      { event: 'refundDone', values: { amount: '¥10.00', reason: '客服退款' } },
    ]);
    expect(await about('creditLedger', id)).toMatchObject([
      { bucket: 'paid', delta: -132, reason: '退款收回，退款未成会退回' },
    ]);
    expect(await counted()).toEqual({
      [dayOf(now)]: { refunds: 1, refundedFen: 1_000, clawedBackCredits: 132 },
    });
  });

  it('ends the grants that are still to come only with the last of the money', async () => {
    for (const status of ['pending', 'failed', 'none', 'done'] as const) {
      const fulfil = { ...granted(Date.now()), status, credits: 0, giftCredits: 0, days: 0 };
      const part = await newOrder({ status: 'paid', fulfil });
      const [first, whole] = [
        await asked(part, { amountFen: 100 }),
        await newOrder({ status: 'paid', fulfil }),
      ];
      const all = await asked(whole);
      for (const id of [first, all]) {
        finish(id);
        await sync(id);
      }
      expect((await order(part._id)).fulfil, status).toEqual(fulfil);
      const ended = await order(whole._id);
      expect(ended.status).toBe('refunded');
      if (status === 'pending' || status === 'failed')
        expect(ended.fulfil, status).not.toEqual(fulfil);
      else expect(ended.fulfil, status).toEqual(fulfil);
    }
  });
});
