import { describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { PlatformError } from '#emulator/types.ts';
import { Refusal } from '../../../sandbox/wechatPay/records.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { another, startRefundRecords, unheardOf, USER } from './refundRecords.ts';

const {
  world,
  wechatpay,
  ok,
  order,
  refund,
  user,
  set,
  newOrder,
  newPrint,
  unheard,
  whileAsked,
  print,
  knownRefund,
  sync,
  retry,
  asked,
  finish,
  processRefund,
  submissions,
  gateway,
  voidRefund,
  about,
  standStill,
} = await startRefundRecords();

const by = '测试管理员';
const DAY = 86_400_000;
const nothing = { credits: 0, packageDays: 0, allowNegative: false };
const refused = () => new Refusal(403, 'NOT_ENOUGH', '余额不足');
/** Happens while a submission is on its way. */
const whileSent = (work: () => Promise<unknown>, answer?: () => Error) => {
  const { refund: accept } = gateway;
  return forOneTest(
    vi.spyOn(gateway, 'refund').mockImplementationOnce(async fields => {
      const accepted = answer ? null : await accept.call(gateway, fields);
      await work();
      if (answer) throw answer();
      return accepted!;
    }),
  );
};
const attempt = { by, call: 'refund', httpStatus: 200, code: '' };

describe('a submission whose sender has lost its turn meanwhile', () => {
  it('is recorded as what the gateway says, and leaves the turn to its holder', async () => {
    const now = standStill();
    const { refund: row } = await unheard();
    const turn = another();
    whileSent(() => set('refunds', row._id, { turn }));
    const { data } = await retry(row._id);
    expect(data).toMatchObject({ status: 'processing' });
    expect(await refund(row._id)).toMatchObject({
      status: 'processing',
      turn,
      inFlightUntil: now + 600_000,
      attempts: [{ time: now, ...attempt }],
    });
  });

  it('says nothing about a refund that has succeeded by then', async () => {
    standStill();
    for (const turn of [another(), null]) {
      const { refund: row } = await unheard();
      const settled = { status: 'success', reserved: false, ...(turn && { turn }) };
      whileSent(() => set('refunds', row._id, settled));
      const { data } = await retry(row._id);
      const after = await refund(row._id);
      expect(after).toMatchObject({
        status: 'success',
        turn,
        attempts: turn ? [] : [attempt],
      });
      expect(after.rev).toBe(row.rev + 2);
      expect(data).toMatchObject({ _id: row._id, status: 'success', attempts: after.attempts });
      expect(await about('messages', row._id)).toEqual([]);
    }
  });

  it('that was refused only adds its attempt', async () => {
    const now = standStill();
    const made = { time: now, by, call: 'refund', httpStatus: 403, code: 'NOT_ENOUGH' };
    for (const [fields, turn] of [
      [{ turn: another() }, another()],
      [{ status: 'processing' }, null],
      [{ status: 'success', reserved: false }, null],
    ] as const) {
      const { refund: row } = await unheard();
      const of = await order(row.orderId);
      whileSent(() => set('refunds', row._id, fields), refused);
      const { code, data } = await retry(row._id);
      expect(code).toBe(0);
      expect(await refund(row._id)).toMatchObject({
        status: 'request_failed',
        ...fields,
        turn,
        attempts: [made],
        rev: row.rev + 2,
        failure: row.failure,
      });
      const { status } = { status: 'request_failed', ...fields };
      expect(data).toMatchObject({ _id: row._id, status, attempts: [made] });
      expect(await order(row.orderId)).toEqual(of);
      expect(await about('auditLogs', row._id)).toEqual([]);
    }
  });

  it('and that the gateway has closed at once is closed, as no other can arrive', async () => {
    const now = standStill();
    for (const [inFlightUntil, status] of [
      [null, 'closed'],
      [now + 1, 'request_failed'],
    ] as const) {
      const { refund: row } = await unheard({ inFlightUntil, outcomeUnknown: true });
      const { refund: accept } = gateway;
      const closing = async (fields: Parameters<typeof accept>[0]) => ({
        ...(await accept.call(gateway, fields)),
        status: 'CLOSED' as const,
      });
      forOneTest(vi.spyOn(gateway, 'refund').mockImplementationOnce(closing));
      await retry(row._id);
      expect(await refund(row._id)).toMatchObject({ status, inFlightUntil, turn: null });
    }
  });
});

describe('nothing is sent', () => {
  it.each([
    ['has the turn', () => ({ turn: another() })],
    ['has voided it', () => ({ status: 'voided', turn: null })],
    ['has learnt that it is under way', () => ({ status: 'processing' })],
    ['has released it', () => ({ reserved: false })],
  ])('after a question during which another caller %s', async (_case, fields) => {
    for (const reserved of [true, false]) {
      const changed = fields();
      if (!reserved && 'reserved' in changed) continue;
      const { refund: row } = await unheard({ status: 'closed', reserved });
      whileAsked(() => set('refunds', row._id, changed));
      const { data } = await retry(row._id);
      expect(submissions()).toEqual([]);
      const { status } = { status: 'closed', ...changed };
      expect(data).toMatchObject({ _id: row._id, status, attempts: [] });
      expect(await refund(row._id)).toMatchObject({ outcomeUnknown: false, inFlightUntil: null });
    }
  });

  it('twice by two who press at once', async () => {
    const { refund: row } = await unheard();
    const answers = await Promise.all([1, 2].map(() => retry(row._id)));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902]);
    expect(submissions()).toHaveLength(1);
  });

  it('of a refund that was voided before it was closed', async () => {
    const { refund: row } = await unheard({ status: 'closed', outcomeUnknown: true });
    await set('refunds', row._id, { voidTime: 1, reserved: true });
    expect((await sync(row._id)).code).toBe(0);
    expect(submissions()).toEqual([]);
  });
});

describe('a caller who has asked in vain', () => {
  it('leaves alone what a notice has recorded meanwhile, and the turn of another caller', async () => {
    const now = standStill();
    const silence = () => new Refusal(500, 'SYSTEM_ERROR', '坏了');
    for (const [fields, turn] of [
      [{ status: 'success', nextQueryTime: null }, null],
      [{ turn: another() }, another()],
    ] as const) {
      for (const answer of [silence, unheardOf]) {
        const { refund: row } = await unheard({ status: 'processing', nextQueryTime: now + 5 });
        whileAsked(() => set('refunds', row._id, fields), answer);
        const { code, data } = await sync(row._id);
        expect(code).toBe(answer === silence ? 50201 : 0);
        const after = await refund(row._id);
        expect(after).toMatchObject({ attempts: [], nextQueryTime: now + 5, ...fields, turn });
        if (code === 0) expect(data).toMatchObject({ _id: row._id });
      }
    }
  });

  it('answers what is stored, also where nothing was to be done', async () => {
    const { refund: row } = await unheard();
    const { data } = await sync(row._id);
    expect(data).toMatchObject({
      _id: row._id,
      status: 'request_failed',
      attempts: [{ call: 'query', by }],
    });
  });

  it('ends its turn even where that fails at first', async () => {
    const { refund: row } = await unheard();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const { database } = world.emulator;
    const usual = database.handle.bind(database);
    let failed = 0;
    forOneTest(
      vi.spyOn(database, 'handle').mockImplementation(async (...given) => {
        const isRelease = JSON.stringify(given[1]).includes('\\"turn\\":null');
        if (!isRelease) return usual(...given);
        failed += 1;
        throw new Error('broken');
      }),
    );
    expect(await voidRefund(row._id)).toMatchObject({
      code: 50201,
      message: expect.stringContaining('没有明确答复') as string,
    });
    expect(failed).toBeGreaterThan(0);
  });
});

describe('the lock of a user', () => {
  /** The locks that are taken meanwhile, where each transaction meets another at first. */
  const locks = async (work: () => Promise<unknown>) => {
    const names: string[] = [];
    let commits = 0;
    const { database } = world.emulator;
    const usual = database.handle.bind(database);
    const spy = vi.spyOn(database, 'handle').mockImplementation(async (...given) => {
      const { collectionName, data } = given[1] as { collectionName?: string; data?: string[] };
      if (given[0] === 'database.insertDocument' && collectionName === 'turns')
        for (const row of data ?? []) names.push((JSON.parse(row) as { _id: string })._id);
      if (given[0] === 'database.commitTransaction' && commits++ % 2 === 0)
        throw new PlatformError('DATABASE_TRANSACTION_CONFLICT', 'met another');
      return usual(...given);
    });
    try {
      await work();
    } finally {
      spy.mockRestore();
    }
    return names;
  };
  const userLock = `user_${USER}`;
  const grants = { paid: 100, gift: 0, valueFen: 0, packageDays: 0, membership: null };
  const asks = { credits: 100, packageDays: 0, allowNegative: false };
  const days = { credits: 0, packageDays: 1, allowNegative: false };

  it("is taken by whatever takes the user's credits or gives them back, and by nothing else", async () => {
    const wish = async (of: StoredOrder, clawback: object) =>
      locks(() => processRefund(of._id, { amountFen: 1_000, clawback }));
    expect(await wish(await newOrder(), { credits: 1 })).toEqual([userLock]);
    expect(await wish(await newOrder(), { credits: 0, packageDays: 0 })).toEqual([]);
    expect(await wish(await newOrder({ userId: '' }), { credits: 1 })).toEqual([]);
    const fulfil = { ...(await newOrder()).fulfil, days: 30 };
    expect(await wish(await newOrder({ fulfil }), { credits: 0, packageDays: 1 })).toEqual([
      userLock,
    ]);

    const locksOfAnswer = async (
      fields: Partial<StoredRefund>,
      status: 'PROCESSING' | 'SUCCESS' | 'CLOSED',
    ) => {
      const row = { amountFen: 1_000, clawback: asks, clawedBack: null, ...fields };
      const made = await knownRefund(row, { status });
      return locks(() => sync(made.refund._id));
    };
    const [open, free] = [
      { status: 'processing', clawedBack: grants } as const,
      { status: 'closed', reserved: false } as const,
    ];
    expect(await locksOfAnswer(open, 'SUCCESS')).toEqual([userLock]);
    expect(await locksOfAnswer({ ...open, clawback: nothing }, 'SUCCESS')).toEqual([userLock]);
    expect(await locksOfAnswer({ ...open, userId: '' }, 'SUCCESS')).toEqual([]);
    expect(await locksOfAnswer(open, 'PROCESSING')).toEqual([]);
    expect(await locksOfAnswer(open, 'CLOSED')).toEqual([userLock]);
    expect(await locksOfAnswer({ ...open, clawback: days }, 'CLOSED')).toEqual([userLock]);
    expect(await locksOfAnswer({ ...open, clawback: nothing }, 'CLOSED')).toEqual([]);
    expect(await locksOfAnswer({ ...open, userId: '' }, 'CLOSED')).toEqual([]);
    expect(await locksOfAnswer(free, 'PROCESSING')).toEqual([userLock]);
    expect(await locksOfAnswer({ ...free, clawback: nothing }, 'PROCESSING')).toEqual([]);
  });

  it('is taken where a refusal or a void gives them back, not where nobody knows', async () => {
    const sent = async (answer: () => Error, fields: Partial<StoredRefund> = {}) => {
      const { refund: row } = await unheard({ clawback: asks, clawedBack: grants, ...fields });
      const spy = forOneTest(vi.spyOn(gateway, 'refund').mockRejectedValueOnce(answer()));
      const names = await locks(() => retry(row._id));
      spy.mockRestore();
      return names;
    };
    expect(await sent(refused)).toEqual([userLock]);
    expect(await sent(() => new Refusal(500, 'SYSTEM_ERROR', '坏了'))).toEqual([]);
    // Taken up again, and given back.
    const free = { status: 'closed', reserved: false, clawedBack: null } as const;
    expect(await sent(refused, free)).toEqual([userLock, userLock]);
    const { refund: row } = await unheard({ clawback: asks, clawedBack: grants });
    expect(await locks(() => voidRefund(row._id))).toEqual([userLock]);
  });
});

describe('a refund is made', () => {
  const pressed = { amountFen: 500, idemKey: 'turn_rules_1' };

  it('once for one key, also when its first answer was lost, and by one sender', async () => {
    const of = await newOrder();
    await world.inject({
      action: 'database.commitTransaction',
      code: 'DATABASE_REQUEST_FAILED',
      when: 'after',
    });
    const first = await processRefund(of._id, pressed);
    expect(first).toMatchObject({ code: 0, data: { status: 'created', amountFen: 500 } });
    expect(submissions()).toEqual([]);
    expect(await processRefund(of._id, pressed)).toMatchObject({ code: 0, data: first.data });
    expect(await processRefund(of._id, { ...pressed, amountFen: 501 })).toMatchObject({
      code: 40903,
    });
    expect(await processRefund(of._id, { ...pressed, idemKey: 'turn_rules_2' })).toMatchObject({
      code: 40902,
      message: '该订单还有一笔退款没有结束',
    });
    expect((await order(of._id)).refundCount).toBe(1);
    // The key of another order is another one.
    const other = await newOrder();
    expect((await processRefund(other._id, pressed)).data).toMatchObject({ orderId: other._id });
    const third = await newOrder();
    const answers = await Promise.all([1, 2, 3].map(() => processRefund(third._id, pressed)));
    expect(answers.map(({ data }) => (data as { _id: string })._id)).toEqual(
      answers.map(() => `RF${third.orderNo}01`),
    );
    expect(submissions()).toHaveLength(2);
  });

  it('not at all where the database cannot, and the answer says why', async () => {
    for (const [code, answer] of [
      [
        'DATABASE_TRANSACTION_CONFLICT',
        { code: 40902, message: '该订单正在处理另一笔退款，请刷新后重试' },
      ],
      ['DATABASE_REQUEST_FAILED', { code: 50001 }],
    ] as const) {
      const of = await newOrder();
      await world.inject({ action: 'database.commitTransaction', code, times: 4 });
      const clawback = { credits: 0, packageDays: 0 };
      expect(await processRefund(of._id, { ...pressed, clawback })).toMatchObject(answer);
      await world.forgetInjections();
      expect(await order(of._id)).toEqual(of);
    }
    expect(submissions()).toEqual([]);
  });

  it('only where as much is taken as was seen; of the days one may have ended', async () => {
    const now = standStill();
    const member = {
      packageId: 'pkg_0005',
      packageName: '月度会员',
      packageExpireTime: now + 20 * DAY,
    };
    const made = async (seen: object | undefined) => {
      await set('users', USER, { ...member, credits: { paid: 50, gift: 7 } });
      const { fulfil } = await newOrder();
      const of = await newOrder({ fulfil: { ...fulfil, days: 30, daysFrom: now } });
      const { code, message } = await processRefund(of._id, {
        amountFen: of.payFen,
        ...(seen && { seen }),
      });
      return code === 0 ? '' : message;
    };
    const less = '用户的积分或会员刚有变化，现在只能收回 57 积分、会员 20 天，请核对后重新提交';
    expect(await made(undefined)).toBe('');
    expect(await made({ creditsTaken: 57, daysTaken: 20 })).toBe('');
    expect(await made({ creditsTaken: 57, daysTaken: 21 })).toBe('');
    expect(await made({ creditsTaken: 10, daysTaken: 0 })).toBe('');
    expect(await made({ creditsTaken: 57, daysTaken: 22 })).toBe(less);
    expect(await made({ creditsTaken: 58, daysTaken: 20 })).toBe(less);
    expect((await user()).credits).toEqual({ paid: 50, gift: 7 });
  });

  it('of the days as its preview says: as many as are left, and none of a membership that is over', async () => {
    const now = standStill();
    const { fulfil } = await newOrder();
    const left = async (begun: number, member: number) => {
      await set('users', USER, { packageId: 'pkg_0005', packageExpireTime: now + member * DAY });
      const daysFrom = now - begun * DAY;
      const { _id: id } = await newOrder({ fulfil: { ...fulfil, days: 30, daysFrom } });
      const asked = { id, clawback: { packageDays: 3 } };
      const { daysTaken, daysLeft } = await world.ok('adminOrder', 'previewRefund', asked);
      return [daysTaken, daysLeft];
    };
    expect(await left(10, 25)).toEqual([3, 20]);
    expect(await left(10, 5)).toEqual([3, 5]);
    expect(await left(28, 25)).toEqual([2, 2]);
    expect(await left(40, 25)).toEqual([0, 0]);
    expect(await left(10, -1)).toEqual([0, 0]);
  });

  it('in parts one after the other, each beside what went back before', async () => {
    const { items } = await newOrder();
    const of = await newOrder({
      refundedFen: 500,
      refundingFen: 40,
      refundCount: 3,
      lastRefundTime: 1,
      items: [{ ...items[0]!, qty: 4 }],
      refundItems: [{ itemIndex: 0, qty: 1, amountFen: 40 }],
    });
    const id = await asked(of, {
      amountFen: 300,
      items: [{ itemIndex: 0, qty: 2 }],
      freeAmount: true,
    });
    expect(id).toBe(`RF${of.orderNo}04`);
    expect(await order(of._id)).toMatchObject({
      refundedFen: 500,
      refundingFen: 340,
      refundCount: 4,
      refundStatus: 'processing',
      refundItems: [{ itemIndex: 0, qty: 3, amountFen: 340 }],
    });
    finish(id);
    await sync(id);
    expect(await order(of._id)).toMatchObject({
      refundedFen: 800,
      refundingFen: 40,
      refundStatus: 'processing',
    });
    const { code } = await processRefund(of._id, { reasonCode: '没有的' });
    expect(code).toBe(40001);
  });

  it('of all that is left by the caller who cancels the prints, also where no parts are allowed', async () => {
    await ok('adminSettings', 'updatePaymentSettings', { data: { allowPartial: false } });
    const { _id, orderId } = await newPrint('paid');
    const cancel = { id: _id, status: 'cancelled', reason: '不印了' };
    expect((await world.call('adminPrintOrder', 'updatePrintOrderStatus', cancel)).code).toBe(0);
    const { openRefundId, payFen } = await order(orderId);
    expect(await refund(openRefundId)).toMatchObject({
      amountFen: payFen,
      items: [],
      reasonCode: '冲印订单取消',
      reason: '冲印订单取消',
      internalNote: '不印了',
      idemKey: '',
      status: 'processing',
    });
    expect((await print(_id)).status).toBe('cancelled');
  });
});
