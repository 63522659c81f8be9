import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { refundEntity, type RefundStatus } from '#contract/refund.ts';
import { mayMove } from '#contract/states.ts';
import type { SandboxRefund } from '../../../sandbox/wechatPay/records.ts';
import { noGrant } from '../../noGrant.ts';
import { startRefundRecords, USER } from './refundRecords.ts';

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
  print,
  knownRefund,
  sync,
  retry,
  asked,
  finish,
  http,
  notices,
  gateway,
  about,
  counted,
  standStill,
} = await startRefundRecords();

const DAY = 86_400_000;
/** The first wait before a query. */
const UNIT = 10_000;
const HUNDRED = { itemIndex: 0, qty: 1, amountFen: 1_000 };
const asks = { credits: 100, packageDays: 0, allowNegative: false };
const nothing = { ...asks, credits: 0 };
const grants = { paid: 90, gift: 10, valueFen: 50, packageDays: 0, membership: null };

/** A tenth of the credits and a part of the money of an order, which the gateway says stands so. */
const standing = async (
  status: RefundStatus,
  says: Partial<SandboxRefund>,
  more: Partial<StoredRefund> = {},
) => {
  const isFree = ['closed', 'voided', 'success'].includes(status);
  const reserved = more.reserved ?? !isFree;
  const keeps = reserved || status === 'success';
  await set('users', USER, { refundingCredits: reserved ? 100 : 0, paidValueFen: 5_000 });
  const made = await knownRefund(
    {
      status,
      amountFen: 1_000,
      items: [HUNDRED],
      ...(keeps
        ? { clawback: nothing, clawedBack: grants, asked: asks }
        : { clawback: asks, clawedBack: null }),
      takings: 1,
      queryCount: 3,
      outcomeUnknown: true,
      failure: '旧的原因',
      refundId: '',
      gatewayStatus: '',
      userReceivedAccount: '',
      attempts: [],
      afterVoid: 'none',
      reason: '',
      inFlightUntil: null,
      reserved,
      ...more,
    },
    says,
    {
      refundItems: keeps ? [HUNDRED] : [],
      clawedBack: { credits: keeps ? 100 : 0, days: 0 },
      ...(reserved && { refundingFen: 1_000, openRefundId: more._id ?? '' }),
    },
  );
  if (reserved && !isFree) await set('orders', made.order._id, { openRefundId: made.refund._id });
  return { ...made, before: await order(made.order._id) };
};

const notify = async (id: string) => {
  const known = gateway.refunds.get(id)!;
  return (await http('refundNotice', notices.signed('', notices.ofRefund(known)))).statusCode;
};

type GatewayState = 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
/** What it becomes, after how many units it is asked about again, and how often it was since. */
type Became = [RefundStatus, number | null, number];
const unsettled: Record<GatewayState, Became> = {
  PROCESSING: ['processing', 1, 0],
  SUCCESS: ['success', null, 0],
  CLOSED: ['closed', null, 0],
  ABNORMAL: ['abnormal', 8_640, 0],
};
const byQuery: Record<Exclude<RefundStatus, 'success'>, Record<GatewayState, Became>> = {
  created: unsettled,
  request_failed: unsettled,
  processing: { ...unsettled, PROCESSING: ['processing', 12, 3] },
  abnormal: { ...unsettled, ABNORMAL: ['abnormal', 8_640, 3] },
  closed: { ...unsettled, CLOSED: ['closed', null, 3] },
  voided: { ...unsettled, CLOSED: ['voided', 12, 3] },
};
const cases = Object.entries(byQuery).flatMap(([from, outcomes]) =>
  Object.entries(outcomes).flatMap(([says, became]) => {
    const one = { from: from as RefundStatus, says: says as GatewayState };
    // A notice of a closing only triggers a query, at once.
    const byNotice: Became =
      says !== 'CLOSED' ? became : from === 'voided' ? ['voided', 12, 3] : [one.from, 0, 3];
    // All else is taken alike from a query and from a notice.
    const isReported = says === 'CLOSED' || (from === 'processing' && says !== 'PROCESSING');
    return [
      { ...one, how: 'query', became },
      ...(isReported ? [{ ...one, how: 'notice', became: byNotice }] : []),
    ];
  }),
);

describe('a refund', () => {
  it('may move wherever the gateway says it stands, by way of its acceptance', () => {
    for (const from of Object.keys(byQuery) as RefundStatus[])
      for (const to of ['processing', 'success', 'closed', 'abnormal'] as const) {
        const { transitions } = refundEntity;
        const isDirect = from === to || mayMove(transitions, from, to);
        const isThrough =
          mayMove(transitions, from, 'processing') && mayMove(transitions, 'processing', to);
        expect(isDirect || isThrough, `${from} ${to}`).toBe(true);
      }
  });

  it.each(cases)('that is $from follows a $how of $says', async ({ from, says, how, became }) => {
    const now = standStill();
    const time = { successTime: says === 'SUCCESS' ? now - DAY : null };
    const { refund: row, before } = await standing(from, { status: says, ...time });
    const buyer = await user();
    if (how === 'query') expect((await sync(row._id)).data).toMatchObject({ _id: row._id });
    else expect(await notify(row._id)).toBe(200);
    const [status, units, queryCount] = became;
    const isIgnored = says === 'CLOSED' && (how === 'notice' || status !== 'closed');
    const isMoved = status !== from;
    const reserved = isIgnored ? row.reserved : status === 'processing' || status === 'abnormal';
    const keeps = reserved || status === 'success';
    const isTaken = keeps && !row.clawedBack;
    const taken = { paid: 100, gift: 0, valueFen: 100, packageDays: 0, membership: null };
    const after = await refund(row._id);
    expect(after).toEqual({
      ...row,
      rev: row.rev + (how === 'query' ? 2 : 1),
      updateTime: now,
      status,
      gatewayStatus: says,
      reserved,
      queryCount,
      nextQueryTime: units === null ? null : now + units * UNIT,
      outcomeUnknown: isIgnored,
      failure: isIgnored ? '旧的原因' : '',
      refundId: isIgnored ? '' : '50000000000000000000000000001',
      userReceivedAccount: isIgnored ? '' : '支付用户零钱',
      clawback: keeps ? nothing : asks,
      clawedBack: !keeps ? null : isTaken ? taken : grants,
      ...(isTaken && { asked: asks }),
      takings: isTaken ? 2 : 1,
      ...(from === 'voided' && !isIgnored && { afterVoid: 'moved' }),
      successTime: status === 'success' ? now - DAY : null,
    });
    const of = await order(before._id);
    const changed: Partial<StoredOrder> = {
      refundingFen: reserved ? 1_000 : 0,
      refundedFen: status === 'success' ? 1_000 : 0,
      refundItems: keeps ? [HUNDRED] : [],
      openRefundId:
        reserved || (isIgnored && from !== 'closed' && from !== 'voided') ? row._id : '',
      refundStatus: !isMoved
        ? before.refundStatus
        : status === 'abnormal'
          ? 'abnormal'
          : reserved
            ? 'processing'
            : status === 'success'
              ? 'partial'
              : 'none',
      clawedBack: { credits: keeps ? 100 : 0, days: 0 },
    };
    // What says the same of it leaves its version.
    const isChanged = !isDeepStrictEqual({ ...before, ...changed }, before);
    expect(of).toEqual({
      ...before,
      ...changed,
      rev: before.rev + (isChanged ? 1 : 0),
      updateTime: isChanged ? now : before.updateTime,
    });
    const { credits, paidValueFen, refundingCredits, stats } = await user();
    const isReturned = row.clawedBack !== null && !keeps;
    const { paid, gift } = buyer.credits;
    expect({ credits, paidValueFen, refundingCredits, refundFen: stats.refundFen }).toEqual({
      credits: isReturned
        ? { paid: paid + 90, gift: gift + 10 }
        : { paid: paid - (isTaken ? 100 : 0), gift },
      paidValueFen: 5_000 + (isReturned ? 50 : isTaken ? -100 : 0),
      refundingCredits: reserved ? 100 : 0,
      refundFen: status === 'success' ? 1_000 : 0,
    });
    const lines = (await about('creditLedger', row._id)).map(({ _id }) => _id);
    expect(lines).toEqual(
      isReturned
        ? [`${row._id}_1_paid_back`, `${row._id}_1_gift_back`]
        : isTaken
          ? [`${row._id}_2_paid`]
          : [],
    );
    expect(await about('auditLogs', row._id)).toHaveLength(isMoved ? 1 : 0);
    expect(await about('auditLogs', before._id)).toEqual([]);
    expect((await about('messages', row._id)).map(({ event }) => event)).toEqual(
      status === 'success'
        ? ['refundDone']
        : status === 'abnormal' && !isIgnored
          ? ['refundAbnormal', 'refundAbnormal']
          : [],
    );
    expect(await about('userLogs', row._id)).toHaveLength(status === 'success' ? 1 : 0);
    expect(Object.keys(await counted())).toHaveLength(status === 'success' ? 1 : 0);
  });

  it('that has succeeded stays so, whatever is reported', async () => {
    for (const status of ['SUCCESS', 'CLOSED', 'ABNORMAL'] as const) {
      const { refund: row } = await standing('success', { status, successTime: Date.now() });
      const [before, of] = [await refund(row._id), await order(row.orderId)];
      expect(await notify(row._id)).toBe(200);
      expect((await sync(row._id)).data).toMatchObject({ status: 'success' });
      expect([await refund(row._id), await order(row.orderId)]).toEqual([before, of]);
    }
    expect(await counted()).toEqual({});
  });

  it('closes only when no submission can arrive any more', async () => {
    const now = standStill();
    for (const [inFlightUntil, status, nextQueryTime] of [
      [now + 1, 'request_failed', now + 12 * UNIT],
      [now, 'closed', null],
      [null, 'closed', null],
    ] as const) {
      const { refund: row } = await standing(
        'request_failed',
        { status: 'CLOSED' },
        { inFlightUntil, outcomeUnknown: false },
      );
      const { data } = await sync(row._id);
      const after = await refund(row._id);
      expect(after).toMatchObject({ status, nextQueryTime, inFlightUntil, turn: null });
      expect(data).toMatchObject({ status, nextQueryTime, inFlightUntil });
      expect(await about('auditLogs', row._id)).toHaveLength(status === 'closed' ? 1 : 0);
    }
  });

  it('that is closed and sent again is released by the same answer, and recorded in the log', async () => {
    const { refund: row, before } = await standing(
      'closed',
      { status: 'CLOSED' },
      { reserved: true, outcomeUnknown: true },
    );
    await sync(row._id);
    expect(await refund(row._id)).toMatchObject({
      status: 'closed',
      reserved: false,
      outcomeUnknown: false,
      clawedBack: null,
      queryCount: 3,
    });
    expect(await order(before._id)).toMatchObject({
      refundingFen: 0,
      refundItems: [],
      clawedBack: { credits: 0, days: 0 },
    });
    expect(await about('auditLogs', row._id)).toHaveLength(1);
  });

  it('keeps what is known where the gateway leaves it out, and takes our time for its own', async () => {
    const now = standStill();
    const known = { refundId: '50000009', userReceivedAccount: '银行卡' };
    const { refund: row } = await standing(
      'processing',
      { status: 'SUCCESS', refundId: '', account: '' },
      known,
    );
    await sync(row._id);
    expect(await refund(row._id)).toMatchObject({ ...known, status: 'success', successTime: now });
    const other = await standing('processing', { status: 'ABNORMAL' }, known);
    await sync(other.refund._id);
    expect(await refund(other.refund._id)).toMatchObject({
      refundId: '50000000000000000000000000001',
      userReceivedAccount: '支付用户零钱',
      successTime: null,
    });
  });
});

describe('an order', () => {
  it('that was paid back before can be paid back more, by a refund that was given up', async () => {
    const { refund: row } = await standing('voided', {
      status: 'SUCCESS',
      successTime: Date.now(),
    });
    const refunded = { status: 'refunded', refundedFen: 4_990, refundStatus: 'full' };
    await set('orders', row.orderId, refunded);
    const { history } = await order(row.orderId);
    expect((await sync(row._id)).code).toBe(0);
    expect(await refund(row._id)).toMatchObject({ status: 'success', afterVoid: 'moved' });
    expect((await refund(row._id)).endsOrder).toBe(false);
    expect(await order(row.orderId)).toMatchObject({ ...refunded, refundedFen: 5_990, history });
    expect(await about('auditLogs', row.orderId)).toEqual([]);
  });

  it('keeps its open refund where the gateway carries out one that was given up', async () => {
    const { refund: row } = await standing('voided', { status: 'PROCESSING' });
    const id = await asked(await order(row.orderId), { amountFen: 300 });
    await sync(row._id);
    expect(await order(row.orderId)).toMatchObject({ openRefundId: id, refundingFen: 1_300 });
    for (const one of [row._id, id]) {
      finish(one);
      await sync(one);
    }
    expect(await order(row.orderId)).toMatchObject({
      openRefundId: '',
      refundingFen: 0,
      refundedFen: 1_300,
    });
  });

  it('whose delivery WeChat knows keeps that when it ends', async () => {
    for (const status of ['done', 'none', 'waiting', 'failed'] as const) {
      const upload = { ...(await newOrder()).upload, status, attempts: 2, nextTime: 5 } as never;
      const of = await newOrder({ upload });
      const id = await asked(of);
      finish(id);
      await sync(id);
      const after = await order(of._id);
      expect(after.status).toBe('refunded');
      expect(after.upload, status).toEqual(
        status === 'done' || status === 'none'
          ? upload
          : {
              status: 'none',
              reason: '',
              time: null,
              attempts: 0,
              nextTime: null,
              isUnsure: false,
            },
      );
    }
  });

  it('with prints cancels them with the last of the money, not before', async () => {
    const { _id, orderId } = await newPrint('paid');
    const of = await order(orderId);
    const part = await asked(of, { amountFen: 100 });
    finish(part);
    await sync(part);
    expect((await print(_id)).status).toBe('paid');
    expect(await about('messages', part)).toMatchObject([
      {
        subjects: [`orders/${orderId}`, `refunds/${part}`, `print-orders/${_id}`, `users/${USER}`],
      },
    ]);
    await set('orders', orderId, { lastRefundTime: 1 });
    for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
    const rest = await asked(of, { amountFen: of.payFen - 100 });
    finish(rest);
    await sync(rest);
    const cancelled = await print(_id);
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.history.at(-1)).toMatchObject({
      to: 'cancelled',
      by: '测试管理员',
      reason: '订单已全额退款',
    });
  });

  it('of which one fen was paid is paid back in full by that', async () => {
    const { items } = await newOrder();
    const of = await newOrder({ payFen: 1, items: [{ ...items[0]!, amountFen: 1 }] });
    const id = await asked(of);
    expect(await order(of._id)).toMatchObject({ refundingFen: 1, refundStatus: 'processing' });
    finish(id);
    await sync(id);
    expect(await order(of._id)).toMatchObject({ refundedFen: 1, refundStatus: 'full' });
    const two = await newOrder({ payFen: 2, items: [{ ...items[0]!, amountFen: 2 }] });
    const half = await asked(two, { amountFen: 1 });
    finish(half);
    await sync(half);
    expect(await order(two._id)).toMatchObject({ refundedFen: 1, refundStatus: 'partial' });
  });

  it('keeps the numbers that other refunds have returned of its lines', async () => {
    const { items } = await newOrder();
    const of = await newOrder({
      items: [{ ...items[0]!, qty: 5 }],
      refundItems: [
        { itemIndex: 0, qty: 2, amountFen: 20 },
        { itemIndex: 4, qty: 1, amountFen: 7 },
      ],
    });
    const wanted = { items: [{ itemIndex: 0, qty: 3 }], freeAmount: true, amountFen: 300 };
    const id = await asked(of, wanted);
    expect((await order(of._id)).refundItems).toEqual([
      { itemIndex: 0, qty: 5, amountFen: 320 },
      { itemIndex: 4, qty: 1, amountFen: 7 },
    ]);
    finish(id, 'CLOSED');
    await sync(id);
    expect((await order(of._id)).refundItems).toEqual(of.refundItems);
    await retry(id);
    expect((await order(of._id)).refundItems[0]).toEqual({ itemIndex: 0, qty: 5, amountFen: 320 });
  });
});

describe('what was granted', () => {
  const member = (now: number, days: number) => ({
    packageId: 'pkg_0005',
    packageName: '月度会员',
    packageExpireTime: now + days * DAY,
  });
  const days = (now: number, more: Partial<StoredOrder['fulfil']> = {}) =>
    ({ ...noGrant, status: 'done', days: 30, daysFrom: now, ...more }) as StoredOrder['fulfil'];
  const taken = async (of: StoredOrder, more: object = {}) =>
    (await refund(await asked(of, more))).clawedBack;

  it('of a membership is taken as far as it has not begun, is wanted and is there', async () => {
    const now = standStill();
    for (const [left, fulfil, clawedBack, wanted, ms] of [
      [50, days(now), 0, 30, 30 * DAY],
      [50, days(now, { daysFrom: now - 10 * DAY - 7 }), 0, 30, 20 * DAY - 7],
      // It begins after another one.
      [50, days(now, { daysFrom: now + 10 * DAY }), 0, 30, 30 * DAY],
      // Of earlier versions.
      [50, days(now, { daysFrom: null }), 0, 30, 30 * DAY],
      [50, days(now), 12, 18, 18 * DAY],
      [50, days(now), 0, 4, 4 * DAY],
      [9, days(now), 0, 30, 9 * DAY],
      [1 / DAY, days(now), 0, 30, 1],
      [0, days(now), 0, 30, 0],
      [50, days(now, { daysFrom: now - 31 * DAY }), 0, 30, 0],
    ] as const) {
      await set('users', USER, member(now, left));
      const of = await newOrder({ fulfil, clawedBack: { credits: 0, days: clawedBack } });
      const id = await asked(of, { clawback: { packageDays: wanted } });
      const packageDays = Math.ceil(ms / DAY);
      expect((await refund(id)).clawedBack, `${left} ${wanted} ${ms}`).toEqual({
        paid: 0,
        gift: 0,
        valueFen: 0,
        packageDays,
        membership: ms > 0 ? { ms, packageId: 'pkg_0005', packageName: '月度会员' } : null,
      });
      expect((await order(of._id)).clawedBack.days).toBe(clawedBack + packageDays);
      const end = now + left * DAY - ms;
      expect(await user()).toMatchObject(
        end > now || ms === 0
          ? { packageId: 'pkg_0005', packageExpireTime: end }
          : { packageId: '', packageName: '', packageExpireTime: null },
      );
    }
  });

  it('of a membership without an end, or that was taken away, is not taken', async () => {
    const now = standStill();
    for (const stored of [
      { ...member(now, 40), packageExpireTime: null },
      { ...member(now, 40), packageId: '', packageName: '' },
    ]) {
      await set('users', USER, stored);
      const without = { packageDays: 0, membership: null };
      expect(await taken(await newOrder({ fulfil: days(now) }))).toMatchObject(without);
      expect(await user()).toMatchObject(stored);
    }
  });

  it('comes back as the membership it was, or at the end of the one that runs by then', async () => {
    const now = standStill();
    for (const [meanwhile, name, end] of [
      [{}, '月度会员', now + 30 * DAY],
      [
        { packageId: 'pkg_0006', packageName: '季度会员', packageExpireTime: now },
        '月度会员',
        now + 30 * DAY,
      ],
      [
        { packageId: 'pkg_0006', packageName: '季度会员', packageExpireTime: now + 1 },
        '季度会员',
        now + 1 + 30 * DAY,
      ],
      [
        { packageId: '', packageName: '', packageExpireTime: now + DAY },
        '月度会员',
        now + 31 * DAY,
      ],
    ] as const) {
      await set('users', USER, member(now, 30));
      const id = await asked(await newOrder({ fulfil: days(now) }));
      await set('users', USER, meanwhile);
      finish(id, 'CLOSED');
      await sync(id);
      expect(await user()).toMatchObject({ packageName: name, packageExpireTime: end });
    }
  });

  it('is worth what it had cost, also where tasks hold it', async () => {
    await set('users', USER, { credits: { paid: 500, gift: 60 }, paidValueFen: 4_001 });
    const { someTask } = await import('../world/fixtures/people.ts');
    await world.insert('tasks', [
      someTask(9, 'queued', { userId: USER, held: { paid: 300, gift: 5 }, valueFen: 1_000 }),
    ] as never);
    await set('users', USER, { activeTasks: ['task_0009'] });
    const of = await newOrder({});
    // 100 of the 300 held ones: 333 and a third.
    expect(await taken(of)).toEqual({
      paid: 600,
      gift: 60,
      valueFen: 4_334,
      packageDays: 0,
      membership: null,
    });
    expect(await user()).toMatchObject({
      credits: { paid: -100, gift: 0 },
      paidValueFen: -333,
      refundingCredits: 660,
    });
    const { data } = await world.call('adminOrder', 'previewRefund', {
      id: (await newOrder())._id,
    });
    expect(data).toMatchObject({
      creditsTaken: 205,
      creditsHeld: 205,
      daysTaken: 0,
      balance: -100,
    });
  });

  it('is worth what the balance had cost where tasks hold presents only', async () => {
    await set('users', USER, { credits: { paid: 600, gift: 50 }, paidValueFen: 4_001 });
    const { someTask } = await import('../world/fixtures/people.ts');
    await world.insert('tasks', [
      someTask(9, 'queued', { userId: USER, held: { paid: 0, gift: 10 }, valueFen: 0 }),
      someTask(30, 'queued', { userId: USER, held: { paid: 1, gift: 0 }, valueFen: 9 }),
    ] as never);
    await set('users', USER, { activeTasks: ['task_0009'] });
    const of = await newOrder();
    const wanted = { ...of, _id: of._id };
    expect(await taken(wanted)).toMatchObject({ paid: 600, gift: 60, valueFen: 4_001 });
    await set('users', USER, { credits: { paid: 599, gift: 60 }, activeTasks: ['task_0030'] });
    await set('users', USER, { paidValueFen: 4_001 });
    expect(await taken(await newOrder())).toMatchObject({ paid: 600, valueFen: 4_010 });
  });

  it('is taken as far as it is left, unless a debt was chosen', async () => {
    for (const [allowNegative, credits] of [
      [false, { paid: 0, gift: 5 }],
      [true, { paid: -560, gift: 5 }],
    ] as const) {
      await set('users', USER, { credits: { paid: 40, gift: 5 } });
      await asked(await newOrder(), { clawback: { credits: 600, allowNegative } });
      expect((await user()).credits).toEqual(credits);
    }
  });

  it('is presents only where all that was bought has been taken back before', async () => {
    const fulfil = { ...noGrant, status: 'done' as const, credits: 10, giftCredits: 60 };
    const of = await newOrder({ fulfil, clawedBack: { credits: 30, days: 0 } });
    expect(await taken(of)).toMatchObject({ paid: 0, gift: 40 });
  });

  it('is taken once, at the success at the latest, whatever older records lack', async () => {
    const now = standStill();
    await set('users', USER, { ...member(now, 40), refundingCredits: 3 });
    const { refund: row } = await standing('processing', { status: 'SUCCESS', successTime: now });
    await set('users', USER, { refundingCredits: 3 });
    const { takings: _takings, asked: _asked, ...others } = row;
    const older = { ...others, clawback: asks, clawedBack: null };
    await world.insert('refunds', [{ ...older, _id: `${row._id}9` }] as never);
    gateway.refunds.set(`${row._id}9`, {
      ...gateway.refunds.get(row._id)!,
      outRefundNo: `${row._id}9`,
    });
    await sync(`${row._id}9`);
    expect(await refund(`${row._id}9`)).toMatchObject({
      status: 'success',
      takings: 1,
      clawedBack: { paid: 100, gift: 0, valueFen: 100, packageDays: 0, membership: null },
    });
    // Nothing of it was under way.
    expect(await user()).toMatchObject({ refundingCredits: 3, ...member(now, 40) });
    expect((await about('creditLedger', `${row._id}9`)).map(({ _id }) => _id)).toEqual([
      `${row._id}9_1_paid`,
    ]);
  });

  it('comes back from older refunds too, and never is less than nothing under way', async () => {
    const older = { paid: 90, gift: 10, packageDays: 0 };
    const { refund: row } = await standing(
      'processing',
      { status: 'CLOSED' },
      { clawedBack: older },
    );
    await set('users', USER, { refundingCredits: 99 });
    await sync(row._id);
    expect(await user()).toMatchObject({ refundingCredits: 0, paidValueFen: 5_000 });
    expect(await about('creditLedger', row._id)).toMatchObject([
      { bucket: 'paid', delta: 90, valueFen: 0 },
      { bucket: 'gift', delta: 10 },
    ]);
  });

  it('is nothing for a refund that asks for nothing: its user is left alone until it succeeds', async () => {
    const now = standStill();
    await set('users', USER, member(now, 40));
    const before = await user();
    const nothing = { clawback: { credits: 0, packageDays: 0 } };
    const of = await newOrder({ fulfil: days(now, { credits: 9 }) });
    const id = await asked(of, nothing);
    expect(await refund(id)).toMatchObject({
      clawedBack: { paid: 0, gift: 0, packageDays: 0 },
      takings: 1,
    });
    expect((await refund(id)).clawedBack).toEqual({ paid: 0, gift: 0, packageDays: 0 });
    expect(await user()).toEqual(before);
    finish(id);
    await sync(id);
    const { stats, ...others } = await user();
    expect(stats.refundFen).toBe(of.payFen);
    const { stats: _stats, ...unchanged } = { ...before, rev: 2, updateTime: now };
    expect(others).toEqual({ ...unchanged, refundingCredits: 0, paidValueFen: 0 });
    expect(await about('creditLedger', id)).toEqual([]);
    // A single credit or day is something.
    for (const clawback of [
      { credits: 1, packageDays: 0 },
      { credits: 0, packageDays: 1 },
    ]) {
      await set('users', USER, member(now, 40));
      const one = await newOrder({ fulfil: days(now, { credits: 9 }) });
      expect(await taken(one, { clawback })).toMatchObject({
        paid: clawback.credits,
        packageDays: clawback.packageDays,
      });
    }
  });

  it('by an order without a user, or to one who is gone, stops no refund', async () => {
    for (const userId of ['', 'usr_none']) {
      const of = await newOrder({ userId });
      const id = await asked(of);
      expect((await refund(id)).clawedBack, userId).toEqual({ paid: 0, gift: 0, packageDays: 0 });
      finish(id, 'CLOSED');
      await sync(id);
      expect(await refund(id)).toMatchObject({ status: 'closed', clawedBack: null });
      await retry(id);
      expect(await refund(id)).toMatchObject({ status: 'processing', takings: 2 });
      finish(id);
      await sync(id);
      expect(await refund(id), userId).toMatchObject({ status: 'success' });
      expect((await order(of._id)).status).toBe('refunded');
      expect(await about('userLogs', id)).toEqual([]);
    }
  });
});

it('money that was received outside WeChat is paid back at once, and nobody is asked', async () => {
  const now = standStill();
  const of = await newOrder({ payChannel: 'offline' });
  const id = await asked(of);
  expect(wechatpay.calls()).toEqual([]);
  const row = await refund(id);
  expect(row).toMatchObject({
    status: 'success',
    internalNote: '',
    idemKey: '',
    payChannel: 'offline',
    refundId: '',
    gatewayStatus: 'SUCCESS',
    userReceivedAccount: '线下退款',
    successTime: now,
    attempts: [],
    inFlightUntil: null,
    voidTime: null,
    turn: null,
    nextQueryTime: null,
    outcomeUnknown: false,
    failure: '',
  });
  expect(await about('auditLogs', id)).toHaveLength(2);
  expect(await ok('adminOrder', 'getOrderById', { id: of._id })).toMatchObject({
    status: 'refunded',
  });
});
