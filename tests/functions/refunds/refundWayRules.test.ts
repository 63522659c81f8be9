import { describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { Refusal } from '../../../sandbox/wechatPay/records.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { another, startRefundRecords, unheardOf, USER } from './refundRecords.ts';

const {
  world,
  wechatpay,
  order,
  refund,
  user,
  set,
  newOrder,
  newPrint,
  unheard: unasked,
  whileAsked,
  knownRefund,
  sync,
  retry,
  asked,
  finish,
  processRefund,
  submissions,
  gateway,
  timer,
  expireInFlight,
  voidRefund,
  about,
  changedFields,
  standStill,
} = await startRefundRecords();
const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
const { pollRefunds } = await import('#cloudfunctions/_shared/refunds/poll.ts');

const UNIT = 10_000;
const IN_FLIGHT = 600_000;
const by = '测试管理员';
const silent = (times = 1) => wechatpay.disturb({ mode: 'fail', ms: 0, times });
const refuse = (code = 'NOT_ENOUGH', status = 403) =>
  wechatpay.disturb({ mode: 'fail', ms: 0, times: 1, status, code });
/** The next submission is refused, after the gateway has answered a question about it. */
const refuseSubmission = (code = 'NOT_ENOUGH') => {
  forOneTest(vi.spyOn(gateway, 'refund').mockRejectedValueOnce(new Refusal(403, code, '不可以')));
};
/** Happens while a submission is on its way. */
const whileSent = (work: () => Promise<unknown>, answer?: () => Error) => {
  const { refund: accept } = gateway;
  return forOneTest(
    vi.spyOn(gateway, 'refund').mockImplementationOnce(async fields => {
      await work();
      if (answer) throw answer();
      return accept.call(gateway, fields);
    }),
  );
};
const bought = async () => {
  await set('users', USER, { credits: { paid: 700, gift: 70 }, paidValueFen: 1_400 });
  return newOrder();
};
/** Asked about twice. */
const unheard = (fields: Partial<StoredRefund> = {}, orderFields: Partial<StoredOrder> = {}) =>
  unasked({ reserved: true, queryCount: 2, ...fields }, orderFields);

describe('a submission', () => {
  it('without an answer keeps what is reserved and taken, and is asked about', async () => {
    const now = standStill();
    const of = await bought();
    silent();
    const { data } = await processRefund(of._id, { amountFen: of.payFen });
    const id = `RF${of.orderNo}01`;
    const row = await refund(id);
    expect(row).toMatchObject({
      rev: 2,
      status: 'request_failed',
      reserved: true,
      outcomeUnknown: true,
      failure: '',
      attempts: [{ time: now, by, call: 'refund', httpStatus: 500, code: 'SYSTEM_ERROR' }],
      inFlightUntil: now + IN_FLIGHT,
      turn: null,
      nextQueryTime: now + UNIT,
      clawedBack: { paid: 600, gift: 60, valueFen: 1_200 },
      queryCount: 0,
      refundId: '',
    });
    expect(data).toMatchObject({ _id: id, status: 'request_failed', outcomeUnknown: true });
    expect(await order(of._id)).toMatchObject({
      rev: 2,
      refundingFen: of.payFen,
      openRefundId: id,
      refundStatus: 'processing',
      clawedBack: { credits: 660 },
    });
    const [, failed] = await about('auditLogs', id);
    expect(failed).toMatchObject({ resource: 'refund', result: 'fail', action: 'processRefund' });
    expect(changedFields(failed!)).toMatchObject({ status: ['created', 'request_failed'] });
    // The next question finds nothing and sends it again.
    await set('refunds', id, { nextQueryTime: 1 });
    await timer('refunds');
    const query = { time: now, by: '系统', call: 'query', httpStatus: 404 };
    expect(await refund(id)).toMatchObject({
      status: 'processing',
      inFlightUntil: now + IN_FLIGHT,
      attempts: [
        row.attempts[0]!,
        { ...query, code: 'RESOURCE_NOT_EXISTS' },
        { time: now, by: '系统', call: 'refund', httpStatus: 200, code: '' },
      ],
      queryCount: 0,
    });
    const [first, second] = submissions();
    expect(second?.body).toEqual(first?.body);
    expect(first?.body).not.toHaveProperty('reason');
  });

  it('whose answer is lost, or says to wait, is found out by the next question', async () => {
    for (const way of [
      { mode: 'lose' },
      { mode: 'fail', status: 429, code: 'FREQUENCY_LIMITED' },
    ] as const) {
      const of = await bought();
      wechatpay.disturb({ ms: 0, times: 1, ...way });
      const unclear = { status: 'request_failed', outcomeUnknown: true };
      expect((await processRefund(of._id)).data).toMatchObject(unclear);
      const id = `RF${of.orderNo}01`;
      await set('refunds', id, { nextQueryTime: 1 });
      await timer('refunds');
      expect(await refund(id)).toMatchObject({ status: 'processing', reserved: true });
      expect(gateway.refunds.get(id)).toMatchObject({ amountFen: 100 });
    }
  });

  it('whose answer is not signed by the gateway, or about something else, is unclear', async () => {
    const unclear = { status: 'request_failed', outcomeUnknown: true, reserved: true };
    const { signer } = wechatpay;
    const { headersFor } = signer;
    for (const forge of [
      () => ({}),
      (body: string) => headersFor(`${body} `),
      (body: string) => ({ ...headersFor(body), 'wechatpay-serial': 'PUB_KEY_ID_OTHER' }),
      (body: string) => headersFor(body, Date.now() - 301_000),
    ]) {
      const of = await newOrder();
      signer.headersFor = forge;
      await processRefund(of._id).finally(() => (signer.headersFor = headersFor));
      expect(await refund(`RF${of.orderNo}01`), String(forge)).toMatchObject(unclear);
    }
    const { refund: accept } = gateway;
    for (const other of [
      { outRefundNo: 'RF0000' },
      { outTradeNo: '20260101000000000000' },
      { amountFen: 1 },
      { totalFen: 1 },
    ]) {
      const of = await newOrder();
      const answer = async (...given: Parameters<typeof accept>) => ({
        ...(await accept.apply(gateway, given)),
        ...other,
      });
      forOneTest(vi.spyOn(gateway, 'refund').mockImplementationOnce(answer));
      await processRefund(of._id);
      expect(await refund(`RF${of.orderNo}01`), JSON.stringify(other)).toMatchObject(unclear);
    }
  });

  it('that is refused releases and gives back everything, and says why', async () => {
    const now = standStill();
    for (const [code, message] of [
      ['NOT_ENOUGH', '商户账户余额不足，请充值后重试'],
      ['SOMETHING_ELSE', '微信支付拒绝了这次退款'],
    ] as const) {
      const of = await bought();
      const buyer = await user();
      refuse(code);
      const id = `RF${of.orderNo}01`;
      expect(await processRefund(of._id, { amountFen: of.payFen })).toMatchObject({
        code: 50201,
        message,
        data: { refundId: id },
      });
      expect(await refund(id)).toMatchObject({
        rev: 2,
        status: 'request_failed',
        reserved: false,
        outcomeUnknown: false,
        failure: message,
        attempts: [{ time: now, by, call: 'refund', httpStatus: 403, code }],
        inFlightUntil: null,
        turn: null,
        nextQueryTime: null,
        clawedBack: null,
        takings: 1,
      });
      expect(await order(of._id)).toEqual({
        ...of,
        rev: 3,
        updateTime: now,
        refundCount: 1,
        lastRefundTime: now,
        openRefundId: id,
      });
      expect(await user()).toMatchObject({
        credits: buyer.credits,
        paidValueFen: 1_400,
        refundingCredits: 0,
      });
      expect((await about('auditLogs', id))[1]).toMatchObject({ result: 'fail' });
    }
  });

  it('that is refused releases nothing while an earlier one may still arrive', async () => {
    const now = standStill();
    for (const [inFlightUntil, isDefinite] of [
      [now + 1, false],
      [now, true],
    ] as const) {
      const { refund: row, order: of } = await unheard({ inFlightUntil, outcomeUnknown: true });
      refuseSubmission();
      await retry(row._id);
      expect(await refund(row._id)).toMatchObject({
        status: 'request_failed',
        reserved: !isDefinite,
        outcomeUnknown: !isDefinite,
        failure: '商户账户余额不足，请充值后重试',
        inFlightUntil,
        turn: null,
        nextQueryTime: isDefinite ? null : now + 6 * UNIT,
      });
      expect(await order(of._id)).toMatchObject({ refundingFen: isDefinite ? 0 : 1_000 });
    }
  });

  it('keeps the last thirty attempts', async () => {
    const attempts = Array.from({ length: 30 }, (_, at) => ({
      time: at,
      by: '系统',
      call: 'query',
      httpStatus: 500,
      code: 'SYSTEM_ERROR',
    }));
    const { refund: row } = await unheard({ attempts });
    await retry(row._id);
    const { attempts: kept, status } = await refund(row._id);
    expect(status).toBe('processing');
    expect(kept).toHaveLength(30);
    expect(kept[0]).toEqual(attempts[1]);
    expect(kept.at(-1)).toMatchObject({ call: 'refund', by });
  });
});

describe('a closed refund', () => {
  const closed = async (of: StoredOrder, more: object = {}) => {
    const id = await asked(of, more);
    finish(id, 'CLOSED');
    await sync(id);
    expect(await refund(id)).toMatchObject({ status: 'closed', reserved: false });
    return id;
  };

  it('takes everything up again before it is sent again', async () => {
    const now = standStill();
    const of = await bought();
    const id = await closed(of);
    await set('refunds', id, { queryCount: 5 });
    const [row, released] = [await refund(id), await order(of._id)];
    const seen: object[] = [];
    whileSent(async () => void seen.push({ row: await refund(id), of: await order(of._id) }));
    const { data } = await retry(id);
    const taken = { ...row.clawedBack, paid: 600, gift: 60, valueFen: 1_200, packageDays: 0 };
    const turn = { holder: expect.any(String) as string, until: now + 15_000 };
    const again = {
      ...row,
      rev: row.rev + 2,
      reserved: true,
      queryCount: 0,
      takings: 2,
      clawback: { ...row.clawback, credits: 0 },
      clawedBack: { ...taken, membership: null },
      outcomeUnknown: true,
      inFlightUntil: now + IN_FLIGHT,
      turn,
      nextQueryTime: now + 15_000,
    };
    const reserved = {
      ...released,
      rev: released.rev + 1,
      refundingFen: of.payFen,
      openRefundId: id,
      refundStatus: 'processing',
      clawedBack: { credits: 660, days: 0 },
    };
    expect(seen).toEqual([{ row: again, of: reserved }]);
    expect(data).toMatchObject({ _id: id, status: 'processing' });
    expect(await refund(id)).toMatchObject({ status: 'processing', outcomeUnknown: false });
  });

  it('stays closed when it is refused, and reserved when there is no answer', async () => {
    const now = standStill();
    const of = await bought();
    const id = await closed(of);
    refuseSubmission();
    await retry(id);
    const free = { status: 'closed', reserved: false, clawedBack: null, takings: 2 };
    expect(await refund(id)).toMatchObject({
      ...free,
      outcomeUnknown: false,
      failure: '商户账户余额不足，请充值后重试',
      nextQueryTime: null,
      inFlightUntil: null,
    });
    expect(await order(of._id)).toMatchObject({
      refundingFen: 0,
      openRefundId: '',
      refundStatus: 'none',
      clawedBack: { credits: 0, days: 0 },
    });
    forOneTest(vi.spyOn(gateway, 'refund').mockRejectedValueOnce(new Refusal(500, 'X', '坏了')));
    await retry(id);
    expect(await refund(id)).toMatchObject({
      status: 'closed',
      reserved: true,
      outcomeUnknown: true,
      failure: '',
      takings: 3,
      nextQueryTime: now + UNIT,
      inFlightUntil: now + IN_FLIGHT,
    });
    expect(await order(of._id)).toMatchObject({ refundingFen: of.payFen });
    // Sent again, it is not taken twice.
    await retry(id);
    expect(await refund(id)).toMatchObject({ status: 'processing', takings: 3 });
    expect((await user()).credits).toEqual({ paid: 100, gift: 10 });
  });

  it('is sent again only where its order has as much left, and no other is open', async () => {
    const of = await bought();
    const id = await closed(of, { amountFen: 1_000 });
    for (const [fields, message] of [
      [{ openRefundId: 'RF_other' }, '该订单还有另一笔退款没有结束'],
      [{ refundedFen: 3_000, refundingFen: 991 }, '订单剩余可退金额不足'],
      [{ refundedFen: 3_000, refundingFen: 990, openRefundId: id }, ''],
    ] as const) {
      await set('orders', of._id, fields);
      const before = await order(of._id);
      const { code, message: sentence } = await retry(id);
      expect([code, code === 0 ? '' : sentence], message).toEqual([message ? 40902 : 0, message]);
      if (code !== 0) {
        expect(await order(of._id)).toEqual(before);
        expect(await refund(id)).toMatchObject({ status: 'closed', turn: null });
      }
      await set('orders', of._id, { openRefundId: '' });
    }
    expect(submissions()).toHaveLength(2);
  });

  it('is sent again only where its lines have as many left', async () => {
    const { orderId, _id, items } = await newPrint('completed');
    const photo = (qty: number) => ({ ...items[0], qty, amountFen: 100 * qty });
    await set('printOrders', _id, { items: [photo(3), photo(4)] });
    const goods = (refId: string, qty: number) => ({
      refId,
      name: refId,
      qty,
      unitFen: 100,
      amountFen: 100 * qty,
      snapshot: { type: 'print', credits: 0, giftCredits: 0, days: null },
    });
    await set('orders', orderId, {
      items: [goods('size_0001', 7), goods('shipping', 1)],
      totalFen: 800,
      payFen: 800,
    });
    const wanted = [
      { itemIndex: 0, qty: 1 },
      { itemIndex: 1, qty: 3 },
    ];
    const id = await closed(await order(orderId), { amountFen: 400, items: wanted });
    const has = (itemIndex: number, qty: number) => ({ itemIndex, qty, amountFen: 1 });
    const tried = async (refundItems: object[], refundFields: object = {}) => {
      await set('orders', orderId, { refundItems });
      await set('refunds', id, refundFields);
      const { code, message } = await retry(id);
      return code === 0 ? '' : message;
    };
    const gone = '这笔退款的明细已由其他退款退回，不能重新提交';
    expect(await tried([has(1, 2)])).toBe(gone);
    expect(await tried([has(0, 3)])).toBe(gone);
    const { items: its } = await refund(id);
    expect(await tried([], { items: [has(0, 4)] })).toBe(gone);
    expect(await tried([], { items: [has(9, 1)] })).toBe(gone);
    expect(submissions()).toHaveLength(1);
    expect(await tried([has(0, 2), has(1, 1)], { items: its })).toBe('');
    expect((await order(orderId)).refundItems).toEqual([
      { itemIndex: 0, qty: 3, amountFen: 101 },
      { itemIndex: 1, qty: 4, amountFen: 301 },
    ]);
  });
});

describe('a void', () => {
  it('releases and gives back everything, and is recorded in the log', async () => {
    const now = standStill();
    const of = await bought();
    const buyer = await user();
    silent();
    const id = await asked(of);
    await expireInFlight(id);
    await set('refunds', id, { queryCount: 4, failure: '原因' });
    const [row, reserved] = [await refund(id), await order(of._id)];
    const { data } = await voidRefund(id);
    expect(data).toMatchObject({ _id: id, status: 'voided', voidTime: now });
    expect(await refund(id)).toEqual({
      ...row,
      rev: row.rev + 2,
      updateTime: now,
      status: 'voided',
      reserved: false,
      outcomeUnknown: false,
      voidTime: now,
      turn: null,
      queryCount: 0,
      nextQueryTime: now + UNIT,
      clawback: row.asked,
      clawedBack: null,
    });
    expect(await order(of._id)).toEqual({
      ...reserved,
      rev: reserved.rev + 1,
      updateTime: now,
      refundingFen: 0,
      openRefundId: '',
      refundStatus: 'none',
      clawedBack: { credits: 0, days: 0 },
    });
    expect(await user()).toMatchObject({ credits: buyer.credits, refundingCredits: 0 });
    const last = (await about('auditLogs', id)).at(-1)!;
    expect(last).toMatchObject({
      adminName: by,
      action: 'voidRefund',
      resource: 'refund',
      reason: '不退了',
      result: 'ok',
    });
    expect(changedFields(last)).toMatchObject({
      status: ['request_failed', 'voided'],
      reserved: [true, false],
    });
  });

  it('records what the gateway says instead, and waits while a submission may arrive', async () => {
    const now = standStill();
    const { refund: row } = await knownRefund({ status: 'request_failed', amountFen: 1_000 });
    expect(await voidRefund(row._id)).toMatchObject({
      code: 40902,
      message: '微信支付已受理这笔退款，不能作废',
    });
    expect(await refund(row._id)).toMatchObject({ status: 'processing', turn: null });
    for (const [inFlightUntil, code] of [
      [now + 1, 40902],
      [now, 0],
    ] as const) {
      const other = await unheard({ inFlightUntil });
      expect((await voidRefund(other.refund._id)).code).toBe(code);
      expect((await refund(other.refund._id)).turn).toBeNull();
    }
    const unclear = await unheard();
    silent();
    expect(await voidRefund(unclear.refund._id)).toMatchObject({
      code: 50201,
      message: '微信支付没有明确答复，系统会继续查询，请稍后查看',
    });
    expect(await refund(unclear.refund._id)).toMatchObject({
      status: 'request_failed',
      turn: null,
    });
  });

  it('is refused when the refund has changed while the gateway was asked', async () => {
    for (const fields of [{ turn: another() }, { status: 'processing' }, { status: 'success' }]) {
      const { refund: row, order: of } = await unheard();
      const before = await order(of._id);
      whileAsked(() => set('refunds', row._id, fields));
      expect(await voidRefund(row._id)).toMatchObject({
        code: 40902,
        message: '退款状态已变化，请刷新后重试',
      });
      expect(await refund(row._id)).toMatchObject({
        status: 'request_failed',
        turn: null,
        ...fields,
        voidTime: null,
      });
      expect(await order(of._id)).toEqual(before);
    }
  });

  it('that the gateway carried out is checked once, with a note', async () => {
    const { refund: row } = await unheard({ status: 'success', afterVoid: 'moved' });
    const check = () =>
      world.call('adminOrder', 'checkVoidedRefund', { id: row._id, note: '已联系' });
    expect(await check()).toMatchObject({ code: 0, data: { afterVoid: 'checked' } });
    expect((await refund(row._id)).afterVoid).toBe('checked');
    expect(await about('auditLogs', row._id)).toMatchObject([
      {
        adminName: by,
        resource: 'refund',
        reason: '已联系',
        diff: [{ path: 'afterVoid', from: 'moved', to: 'checked' }],
      },
    ]);
    expect(await check()).toMatchObject({ code: 40902, message: '这笔退款没有需要核对的款项' });
  });
});

describe('money that could not reach its account', () => {
  const stuck = (more: Partial<StoredRefund> = {}) =>
    knownRefund(
      {
        status: 'abnormal',
        amountFen: 1_000,
        refundId: '50000000000000000000000000001',
        attempts: [],
        ...more,
      },
      { status: 'ABNORMAL' },
    );
  const send = (id: string, more: object = {}) =>
    world.call('adminOrder', 'applyAbnormalRefund', {
      id,
      type: 'MERCHANT_BANK_CARD',
      ...more,
    } as never);
  const card = { bankType: 'ICBC_DEBIT', bankAccount: '6222021234567890', realName: '张三' };

  it('is sent to another one, with what that needs', async () => {
    const now = standStill();
    const { refund: row } = await stuck();
    expect((await send(row._id)).data).toMatchObject({ _id: row._id, status: 'processing' });
    expect(await refund(row._id)).toMatchObject({
      status: 'processing',
      userReceivedAccount: '商户账户',
      attempts: [{ time: now, by, call: 'abnormal', httpStatus: 200, code: '' }],
      turn: null,
    });
    const mine = await stuck();
    for (const key of ['bankType', 'bankAccount', 'realName'] as const) {
      const { [key]: _left, ...lacking } = card;
      expect(await send(mine.refund._id, { type: 'USER_BANK_CARD', ...lacking })).toMatchObject({
        code: 40001,
        data: { fields: { [key]: '退到用户银行卡时请填写' } },
      });
    }
    expect((await send(mine.refund._id, { type: 'USER_BANK_CARD', ...card })).code).toBe(0);
    const sealed = expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/) as string;
    const about = (id: string) => ({ out_refund_no: id });
    expect(wechatpay.calls().map(({ body }) => body)).toEqual([
      { ...about(row._id), type: 'MERCHANT_BANK_CARD' },
      {
        ...about(mine.refund._id),
        type: 'USER_BANK_CARD',
        bank_type: 'ICBC_DEBIT',
        bank_account: sealed,
        real_name: sealed,
      },
    ]);
    const written = [await world.rows('refunds'), await world.rows('auditLogs')];
    expect(JSON.stringify([written, wechatpay.calls()])).not.toContain(card.bankAccount);
    const { refund: processing } = await unheard({ status: 'processing' });
    expect((await send(processing._id)).message).toBe('「退款中」的退款不能按异常退款处理');
  });

  it('stays where it is when that is refused, or not answered for this refund', async () => {
    const now = standStill();
    const { applyAbnormal } = gateway;
    const strange = async (...given: Parameters<typeof applyAbnormal>) => ({
      ...(await applyAbnormal.apply(gateway, given)),
      amountFen: 1,
    });
    for (const [prepare, answer, attempt] of [
      [
        () => refuse('NO_AUTH'),
        { code: 50201, message: '商户没有退款权限' },
        { httpStatus: 403, code: 'NO_AUTH' },
      ],
      [
        () => silent(),
        { code: 50201, message: '微信支付没有明确答复，系统会继续查询，请稍后查看' },
        { httpStatus: 500, code: 'SYSTEM_ERROR' },
      ],
      [
        () => forOneTest(vi.spyOn(gateway, 'applyAbnormal').mockImplementationOnce(strange)),
        { code: 50201, message: '微信支付没有明确答复，系统会继续查询，请稍后查看' },
        { httpStatus: 200, code: '' },
      ],
    ] as const) {
      const { refund: row } = await stuck();
      prepare();
      expect(await send(row._id)).toMatchObject(answer);
      expect(await refund(row._id)).toEqual({
        ...row,
        rev: row.rev + 2,
        updateTime: now,
        attempts: [{ time: now, by, call: 'abnormal', ...attempt }],
        turn: null,
      });
    }
  });
});

describe('a question to the gateway', () => {
  it('whose answer is unclear changes nothing but the time of the next', async () => {
    const now = standStill();
    for (const [says, status, code] of [
      [() => silent(), 500, 'SYSTEM_ERROR'],
      [() => refuse('NO_AUTH'), 403, 'NO_AUTH'],
      [() => refuse('RESOURCE_NOT_EXISTS', 500), 500, 'RESOURCE_NOT_EXISTS'],
    ] as const) {
      const { refund: row } = await unheard({ outcomeUnknown: true });
      for (const ask of [sync, retry]) {
        says();
        expect(await ask(row._id)).toMatchObject({
          code: 50201,
          message: '微信支付没有明确答复，系统会继续查询，请稍后查看',
        });
      }
      expect(await refund(row._id)).toEqual({
        ...row,
        rev: row.rev + 4,
        updateTime: now,
        attempts: [{ time: now, by, call: 'query', httpStatus: status, code }],
        nextQueryTime: now + 6 * UNIT,
        turn: null,
      });
    }
    const { refund: row } = await knownRefund(
      { status: 'created', amountFen: 1_000, attempts: [], queryCount: 0 },
      { amountFen: 999 },
    );
    expect((await sync(row._id)).code).toBe(50201);
    expect(await refund(row._id)).toMatchObject({ status: 'created', nextQueryTime: now + UNIT });
    expect(submissions()).toEqual([]);
  });

  it('of which it knows nothing sends what nobody knows to have arrived, twelve times at most', async () => {
    const now = standStill();
    const of = (call: string, times: number) =>
      Array.from({ length: times }, () => ({ time: 1, by, call, httpStatus: 500, code: 'X' }));
    for (const [fields, isSent] of [
      [{ outcomeUnknown: true }, true],
      [{ outcomeUnknown: true, attempts: [...of('refund', 11), ...of('query', 9)] }, true],
      [{ outcomeUnknown: true, attempts: of('refund', 12) }, false],
      [{ outcomeUnknown: false }, false],
      [{ outcomeUnknown: true, reserved: false }, false],
      [{ status: 'processing', outcomeUnknown: false }, false],
      [{ status: 'abnormal', outcomeUnknown: false }, false],
    ] as [Partial<StoredRefund>, boolean][]) {
      const { refund: row } = await unheard(fields);
      const sent = submissions().length;
      expect(await sync(row._id), JSON.stringify(fields)).toMatchObject({
        code: 0,
        data: { _id: row._id, status: isSent ? 'processing' : row.status },
      });
      expect(submissions()).toHaveLength(sent + (isSent ? 1 : 0));
      const after = await refund(row._id);
      expect(after.turn).toBeNull();
      if (isSent) continue;
      expect(after.attempts).toHaveLength(row.attempts.length + 1);
      expect(after.attempts.at(-1)).toMatchObject({ call: 'query', httpStatus: 404, time: now });
      const units = row.status === 'abnormal' ? 8_640 : 6;
      const isWaiting = row.outcomeUnknown || row.status !== 'request_failed';
      expect(after.nextQueryTime).toBe(isWaiting ? now + units * UNIT : null);
    }
  });

  it('comes again at growing intervals, of a void for a day', async () => {
    const now = standStill();
    const { refund: row } = await unheard();
    const usual = { ...row, status: 'processing', voidTime: null };
    const asks = async (fields: Partial<StoredRefund>) => {
      await set('refunds', row._id, { ...usual, ...fields });
      await sync(row._id);
      const { nextQueryTime } = await refund(row._id);
      return nextQueryTime === null ? null : (nextQueryTime - now) / UNIT;
    };
    const units = [1, 6, 6, 12, 30, 60, 180, 360, 1_080, 2_160, 8_640, 8_640];
    for (const [queryCount, wait] of units.entries())
      expect(await asks({ queryCount }), String(queryCount)).toBe(wait);
    const day = 8_640;
    for (const [ago, queryCount, wait] of [
      [0, 9, 2_160],
      [0, 11, day],
      [day - 1, 11, 1],
      [day - 100, 3, 12],
      [day, 3, null],
      [day + 1, 3, null],
    ] as const)
      expect(
        await asks({ status: 'voided', reserved: false, queryCount, voidTime: now - ago * UNIT }),
        `${ago} ${queryCount}`,
      ).toBe(wait);
    // Of earlier versions.
    expect(await asks({ status: 'voided', reserved: false, queryCount: 11, voidTime: null })).toBe(
      day,
    );
    for (const [fields, wait] of [
      [{ outcomeUnknown: true, reserved: false }, 6],
      [{ inFlightUntil: now + 1 }, 6],
      [{ inFlightUntil: now }, null],
    ] as const)
      for (const status of ['request_failed', 'closed'] as const)
        expect(await asks({ status, ...fields }), status).toBe(wait);
  });

  it('is not asked about what was paid back outside WeChat, which is only registered', async () => {
    const now = standStill();
    const { refund: row } = await unheard({ status: 'created', payChannel: 'offline' });
    await set('refunds', row._id, { nextQueryTime: 1, userReceivedAccount: '', gatewayStatus: '' });
    expect(await timer('refunds')).toEqual({ asked: 1 });
    expect(await refund(row._id)).toMatchObject({
      status: 'success',
      userReceivedAccount: '线下退款',
      gatewayStatus: 'SUCCESS',
      successTime: now,
      turn: null,
    });
    expect(wechatpay.calls()).toEqual([]);
  });
});

describe('the caller that speaks to the gateway', () => {
  it('holds the refund until then, and may begin when the turn before has ended', async () => {
    const now = standStill();
    for (const [turn, code] of [
      [null, 0],
      [{ holder: 'another', until: now }, 0],
      [{ holder: 'another', until: now + 1 }, 40902],
    ] as const) {
      const { refund: row } = await unheard({ turn });
      const seen: unknown[] = [];
      const spy = whileAsked(async () => void seen.push((await refund(row._id)).turn));
      expect((await sync(row._id)).code).toBe(code);
      if (code !== 0) expect((await refund(row._id)).turn).toEqual(turn);
      else {
        expect(seen).toEqual([{ holder: expect.any(String) as string, until: now + 15_000 }]);
        expect((await refund(row._id)).turn).toBeNull();
      }
      spy.mockRestore();
    }
  });
});

describe('the worker', () => {
  const actor = systemActor('系统', 'worker', 'refunds');
  const due = async (fields: Partial<StoredRefund>, more: object = {}) => {
    const { refund: row } = await unheard(fields);
    await set('refunds', row._id, { nextQueryTime: 1, turn: null, ...more });
    return row;
  };
  const none = () =>
    world.emulator.database.handle('database.modifyDocument', {
      collectionName: 'refunds',
      queryType: 'WHERE',
      query: '{}',
      multi: true,
      merge: true,
      upsert: false,
      data: JSON.stringify({ $set: { nextQueryTime: null } }),
    });
  /** Of one order, which is not looked at. */
  const manyDue = async (count: number, more: (at: number) => Partial<StoredRefund>) => {
    await none();
    const { refund: row } = await unheard({ status: 'processing' });
    const many = Array.from({ length: count }, (_none, at) => ({
      ...row,
      _id: `RF_${at}`,
      nextQueryTime: 1,
      ...more(at),
    }));
    await world.insert('refunds', many as never);
  };

  it('asks about all that have not ended, once when they are due, and holds them meanwhile', async () => {
    await none();
    const now = standStill();
    for (const status of [
      'created',
      'request_failed',
      'processing',
      'abnormal',
      'closed',
      'voided',
    ] as const) {
      const row = await due({ status, reserved: false, queryCount: 2 });
      await due({ status, reserved: false }, { nextQueryTime: now + 1 });
      await due({ status, reserved: false }, { turn: { holder: 'another', until: now + 1 } });
      const seen: object[] = [];
      const spy = whileAsked(async () => void seen.push(await refund(row._id)));
      expect(await timer('refunds'), status).toEqual({ asked: 1 });
      expect(seen).toMatchObject([
        {
          queryCount: 3,
          nextQueryTime: now + 15_000,
          turn: { holder: expect.any(String) as string, until: now + 15_000 },
        },
      ]);
      expect(await refund(row._id)).toMatchObject({ turn: null, queryCount: 3 });
      spy.mockRestore();
      await none();
    }
    await due({ status: 'success', reserved: false });
    expect(await timer('refunds')).toEqual({ asked: 0 });
  });

  it('asks about five at once, those that wait the longest first', async () => {
    await manyDue(41, at => ({ nextQueryTime: 100 - at }));
    const inOrder: string[] = [];
    const waiting: (() => void)[] = [];
    let most = 0;
    forOneTest(
      vi.spyOn(gateway, 'findRefund').mockImplementation(async id => {
        inOrder.push(id);
        const answered = new Promise<void>(resolve => waiting.push(resolve));
        most = Math.max(most, waiting.length);
        // The last one comes alone; a sixth would come soon.
        const isTurn = waiting.length === 5 || inOrder.length === 41;
        if (isTurn) setTimeout(() => waiting.splice(0).forEach(answer => answer()), 5);
        await answered;
        throw unheardOf();
      }),
    );
    expect(await timer('refunds')).toEqual({ asked: 41 });
    expect(most).toBe(5);
    expect(inOrder.slice(0, 5).sort()).toEqual(['RF_36', 'RF_37', 'RF_38', 'RF_39', 'RF_40']);
    expect(inOrder).toHaveLength(41);
  });

  it('stops where others hold all that is due, and when its time is over', async () => {
    const now = standStill();
    await manyDue(40, () => ({ turn: { holder: 'another', until: now + 1 } }));
    expect(await timer('refunds')).toEqual({ asked: 0 });
    await none();
    await due({ status: 'processing' });
    expect(await pollRefunds(actor, now)).toEqual({ asked: 0 });
    expect(await pollRefunds(actor, now + 1)).toEqual({ asked: 1 });
  });

  it('reports one that it cannot record, and goes on', async () => {
    await none();
    const lost = await due({ status: 'processing', payChannel: 'offline' });
    await set('refunds', lost._id, { orderId: 'ord_none' });
    const other = await due({ status: 'processing', payChannel: 'offline' });
    const before = world.errors.length;
    expect(await timer('refunds')).toEqual({ asked: 2 });
    expect((await refund(other._id)).status).toBe('success');
    expect(world.errors.slice(before)).toEqual([expect.stringContaining('refund not resolved')]);
    expect(world.errors.at(-1)).toContain(lost._id);
  });
});

it('a retry records what the gateway knows, and sends only what it has closed', async () => {
  for (const [status, says, isSent] of [
    ['request_failed', 'PROCESSING', false],
    ['request_failed', 'SUCCESS', false],
    ['request_failed', 'CLOSED', true],
    ['closed', 'PROCESSING', false],
  ] as const) {
    const { refund: row } = await knownRefund(
      {
        status,
        amountFen: 1_000,
        items: [],
        clawback: { credits: 0, packageDays: 0, allowNegative: false },
      },
      { status: says, successTime: says === 'SUCCESS' ? Date.now() : null },
    );
    const sent = submissions().length;
    expect((await retry(row._id)).code).toBe(0);
    expect(submissions()).toHaveLength(sent + (isSent ? 1 : 0));
    expect(await refund(row._id)).toMatchObject({
      status: says === 'SUCCESS' ? 'success' : 'processing',
      turn: null,
    });
  }
  const { refund: given } = await unheard({ status: 'closed', voidTime: 1, reserved: false });
  await set('refunds', given._id, { voidTime: 1 });
  expect((await retry(given._id)).message).toBe('作废过的退款不能重新提交，请重新发起退款');
});
