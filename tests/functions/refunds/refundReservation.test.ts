import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { noGrant } from '../../noGrant.ts';
import { someTask } from '../world/fixtures/people.ts';
import { startRefundWorld } from './refundWorld.ts';

const { world, wechatpay, gateway, timer, ...commerce } = await startRefundWorld();
const { as, order, refund, set, newOrder, finish, processRefund, one, expireInFlight } = commerce;

const DAY = 86_400_000;
/** The user's photos and tasks are in the fixture. */
const USER = 'usr_0001';
const user = () => one<StoredUser>('users', USER);
const linesOf = async (refId: string) =>
  ((await world.rows('creditLedger')) as unknown as LedgerEntry[])
    .filter(line => line.refId === refId)
    .map(({ _id, kind, bucket, delta }) => ({ _id, kind, bucket, delta }));

/** An order for 600 bought and 60 given credits, whose buyer has the credits named. */
const bought = async (credits: object, more: Partial<StoredOrder> = {}, held: object = {}) => {
  await set('users', USER, { credits, paidValueFen: 6_000, activeTasks: [], ...held });
  return newOrder({ userId: USER, ...more });
};

/** All of it is to be paid back, and the gateway has not yet done so. */
const asked = async ({ _id, payFen }: StoredOrder, more: object = {}) => {
  const answer = await processRefund(_id, { amountFen: payFen, ...more });
  expect(answer).toMatchObject({ code: 0, data: { status: 'processing' } });
  return (answer.data as StoredRefund)._id;
};
const preview = ({ _id: id }: StoredOrder, more: object = {}) =>
  world.ok('adminOrder', 'previewRefund', { id, ...more }, as());
const settled = async (id: string, to: 'SUCCESS' | 'CLOSED') => {
  finish(id, to);
  await world.ok('adminOrder', 'syncRefund', { id }, as());
};
const refuseOnce = () =>
  wechatpay.disturb({ mode: 'fail', ms: 0, times: 1, status: 403, code: 'NOT_ENOUGH' });

const notGranted = { ...noGrant, status: 'pending' as const, nextTime: 1 };

describe('what an order has granted', () => {
  it('is out of reach from the request on, and a success takes nothing more', async () => {
    const of = await bought({ paid: 700, gift: 70 });
    const id = await asked(of);
    expect(await user()).toMatchObject({
      credits: { paid: 100, gift: 10 },
      refundingCredits: 660,
    });
    expect(await refund(id)).toMatchObject({ clawedBack: { paid: 600, gift: 60 } });
    expect((await order(of._id)).clawedBack).toMatchObject({ credits: 660 });
    const photo = 'user_upload/demo/photo_0001.jpg';
    await set('templates', 'tpl_0001', { costCredits: 111 });
    const task = { templateId: 'tpl_0001', inputs: { photo } };
    const who = { caller: { TCB_UUID: '1', TCB_CUSTOM_USER_ID: 'first_admin.1' } };
    expect(await world.call('appTask', 'createTask', task, who)).toMatchObject({
      code: 40902,
      message: '积分不足，可兑换激活码，或在小程序内购买',
    });
    const lines = await linesOf(id);
    await settled(id, 'SUCCESS');
    expect(await linesOf(id)).toEqual(lines);
    expect(await user()).toMatchObject({ credits: { paid: 100, gift: 10 }, refundingCredits: 0 });
    expect((await user()).stats.refundFen).toBe(of.payFen);
  });

  it('comes back with a refund that the gateway refuses, and is taken again with the next try', async () => {
    const of = await bought({ paid: 700, gift: 70 });
    refuseOnce();
    const { data } = await processRefund(of._id, { amountFen: of.payFen });
    const id = (data as unknown as { refundId: string }).refundId;
    expect(await user()).toMatchObject({
      credits: { paid: 700, gift: 70 },
      paidValueFen: 6_000,
      refundingCredits: 0,
    });
    expect((await refund(id)).clawedBack).toBeNull();
    expect((await order(of._id)).clawedBack).toEqual({ credits: 0, days: 0 });
    await world.ok('adminOrder', 'retryRefund', { id }, as());
    expect((await user()).credits).toEqual({ paid: 100, gift: 10 });
    await settled(id, 'SUCCESS');
    expect((await user()).credits).toEqual({ paid: 100, gift: 10 });
    expect((await linesOf(id)).sort((a, b) => a._id.localeCompare(b._id))).toEqual([
      { _id: `${id}_1_gift`, kind: 'refund_order', bucket: 'gift', delta: -60 },
      { _id: `${id}_1_gift_back`, kind: 'refund_undone', bucket: 'gift', delta: 60 },
      { _id: `${id}_1_paid`, kind: 'refund_order', bucket: 'paid', delta: -600 },
      { _id: `${id}_1_paid_back`, kind: 'refund_undone', bucket: 'paid', delta: 600 },
      { _id: `${id}_2_gift`, kind: 'refund_order', bucket: 'gift', delta: -60 },
      { _id: `${id}_2_paid`, kind: 'refund_order', bucket: 'paid', delta: -600 },
    ]);
  });

  it('is not left to be taken by the version before, which takes with the success', async () => {
    const of = await bought({ paid: 700, gift: 70 });
    const id = await asked(of);
    const underWay = await refund(id);
    expect(underWay.clawback).toMatchObject({ credits: 0, packageDays: 0 });
    expect((await linesOf(id)).map(({ _id }) => _id)).not.toContain(`${id}_paid`);
    await settled(id, 'CLOSED');
    expect((await refund(id)).clawback).toMatchObject({ credits: 660, packageDays: 0 });
  });

  it('comes back once with a refund that is closed, however often that is told', async () => {
    const of = await bought({ paid: 700, gift: 70 });
    const id = await asked(of);
    finish(id, 'CLOSED');
    await Promise.all([1, 2, 3].map(() => world.call('adminOrder', 'syncRefund', { id }, as())));
    expect((await refund(id)).status).toBe('closed');
    expect(await user()).toMatchObject({ credits: { paid: 700, gift: 70 }, refundingCredits: 0 });
    expect(await linesOf(id)).toHaveLength(4);
  });

  it('comes back with a void; carried out nevertheless, the refund takes what is there then', async () => {
    const of = await bought({ paid: 700, gift: 70 });
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const made = await processRefund(of._id, { amountFen: of.payFen });
    const { _id: id } = made.data as StoredRefund;
    expect(made).toMatchObject({ data: { outcomeUnknown: true } });
    // Nobody knows whether the money goes back.
    expect((await user()).credits).toEqual({ paid: 100, gift: 10 });
    await expireInFlight(id);
    await world.ok('adminOrder', 'voidRefund', { id, reason: '不退了' }, as());
    expect(await user()).toMatchObject({ credits: { paid: 700, gift: 70 }, refundingCredits: 0 });
    await set('users', USER, { credits: { paid: 250, gift: 70 } });
    await gateway.refund({
      out_trade_no: of.orderNo,
      out_refund_no: id,
      amount: { refund: of.payFen, total: of.payFen, currency: 'CNY' },
    });
    await settled(id, 'SUCCESS');
    expect(await refund(id)).toMatchObject({
      status: 'success',
      afterVoid: 'moved',
      clawedBack: { paid: 250, gift: 60 },
    });
    expect(await user()).toMatchObject({ credits: { paid: 0, gift: 10 }, refundingCredits: 0 });
  });

  it('is taken at the success by a refund of the version before, which had taken nothing', async () => {
    const of = await bought({ paid: 700, gift: 70 });
    const id = await asked(of, { clawback: { credits: 0, packageDays: 0 } });
    const clawback = { credits: 660, packageDays: 0, allowNegative: false };
    await set('refunds', id, { clawback, clawedBack: null, takings: 0 });
    await settled(id, 'SUCCESS');
    expect(await refund(id)).toMatchObject({
      status: 'success',
      clawedBack: { paid: 600, gift: 60 },
    });
    expect(await user()).toMatchObject({ credits: { paid: 100, gift: 10 }, refundingCredits: 0 });
  });

  it('is not granted while all of the money is about to go back', async () => {
    const of = await bought({ paid: 0, gift: 0 }, { status: 'paid', fulfil: notGranted });
    const id = await asked(of);
    await timer('orders');
    expect((await user()).credits).toEqual({ paid: 0, gift: 0 });
    expect(await world.call('adminOrder', 'retryFulfil', { id: of._id }, as())).toMatchObject({
      code: 40902,
      message: '订单有未结束的退款，结束后再发放',
    });
    expect((await order(of._id)).fulfil.status).toBe('pending');
    await settled(id, 'CLOSED');
    await set('orders', of._id, { fulfil: notGranted });
    await timer('orders');
    expect((await user()).credits).toEqual({ paid: 600, gift: 60 });
  });
});

describe('credits that unfinished tasks hold', () => {
  const holding = async (held: { paid: number; gift: number }, valueFen = 0) => {
    await world.insert('tasks', [
      someTask(9, 'queued', { held, costCredits: held.paid + held.gift, valueFen }),
    ] as never);
    return { activeTasks: ['task_0009'] };
  };
  const cancel = () =>
    world.ok('adminTask', 'cancelTask', { id: 'task_0009', reason: '测试' }, as());

  it('are taken as well, as the preview says, and a cancelled task makes up for them', async () => {
    const of = await bought({ paid: 560, gift: 60 }, {}, await holding({ paid: 40, gift: 0 }, 400));
    expect(await preview(of)).toMatchObject({
      creditsTaken: 660,
      creditsHeld: 40,
      balance: 620,
    });
    const id = await asked(of, { seen: { creditsTaken: 660, daysTaken: 0 } });
    expect(await user()).toMatchObject({ credits: { paid: -40, gift: 0 }, paidValueFen: -400 });
    await cancel();
    expect(await user()).toMatchObject({ credits: { paid: 0, gift: 0 }, paidValueFen: 0 });
    await settled(id, 'SUCCESS');
    expect((await user()).credits).toEqual({ paid: 0, gift: 0 });
  });

  it('are returned to the caller who cancels while the refund is under way and fails', async () => {
    const of = await bought({ paid: 560, gift: 60 }, {}, await holding({ paid: 40, gift: 0 }, 400));
    const id = await asked(of);
    await cancel();
    await settled(id, 'CLOSED');
    expect(await user()).toMatchObject({ credits: { paid: 600, gift: 60 }, paidValueFen: 6_400 });
  });

  it('are counted once, by the first of two refunds', async () => {
    const of = await bought({ paid: 560, gift: 60 }, {}, await holding({ paid: 40, gift: 0 }));
    const second = await newOrder({ userId: USER });
    await asked(of);
    expect(await preview(second)).toMatchObject({ creditsTaken: 0, creditsHeld: 0, balance: -40 });
    const debt = { clawback: { allowNegative: true } };
    expect(await preview(second, debt)).toMatchObject({ creditsTaken: 660, creditsHeld: 0 });
    const id = await asked(second);
    expect((await user()).credits).toEqual({ paid: -40, gift: 0 });
    expect(await refund(id)).toMatchObject({ clawedBack: { paid: 0, gift: 0 } });
  });

  it('are taken of each balance by itself, and no further', async () => {
    const of = await bought({ paid: 100, gift: 0 }, {}, await holding({ paid: 30, gift: 90 }));
    expect(await preview(of)).toMatchObject({ creditsTaken: 190, creditsHeld: 90 });
    await asked(of);
    expect((await user()).credits).toEqual({ paid: -30, gift: -60 });
    await cancel();
    expect((await user()).credits).toEqual({ paid: 0, gift: 30 });
  });

  it('begin no task with what one balance owes to the other', async () => {
    await set('users', USER, { credits: { paid: 50, gift: -20 } });
    await world.insert('tasks', [
      someTask(8, 'failed', { held: { paid: 40, gift: 0 }, costCredits: 40 }),
    ] as never);
    const retry = () => world.call('adminTask', 'retryTask', { id: 'task_0008' }, as());
    expect(await retry()).toMatchObject({ code: 40902, message: '积分余额不足' });
    await set('users', USER, { credits: { paid: 60, gift: -20 } });
    expect((await retry()).code).toBe(0);
    expect((await user()).credits).toEqual({ paid: 20, gift: -20 });
  });

  it('and those bought later make a debt smaller', async () => {
    await set('users', USER, { credits: { paid: -560, gift: 0 } });
    const of = await newOrder({
      userId: USER,
      status: 'paid',
      updateTime: Date.now() - 60_000,
      fulfil: notGranted,
    });
    await timer('orders');
    expect((await order(of._id)).fulfil.status).toBe('done');
    expect((await user()).credits).toEqual({ paid: 40, gift: 60 });
    await set('users', USER, {
      credits: { paid: -560, gift: -5 },
      ...(await holding({ paid: 30, gift: 2 })),
    });
    await cancel();
    expect((await user()).credits).toEqual({ paid: -530, gift: -3 });
  });
});

describe('the preview', () => {
  it('is held to: a refund that could take less by now is refused, and says how much', async () => {
    const of = await bought({ paid: 700, gift: 70 });
    const { creditsTaken, daysTaken } = await preview(of);
    const seen = { creditsTaken, daysTaken };
    await set('users', USER, { credits: { paid: 590, gift: 70 } });
    const wish = { amountFen: of.payFen, seen, idemKey: 'pressed_once' };
    expect(await processRefund(of._id, wish)).toMatchObject({
      code: 40902,
      message: '用户的积分或会员刚有变化，现在只能收回 650 积分、会员 0 天，请核对后重新提交',
    });
    expect((await user()).credits).toEqual({ paid: 590, gift: 70 });
    expect(wechatpay.calls()).toEqual([]);
    const again = { ...wish, seen: { ...seen, creditsTaken: 650 } };
    expect(await processRefund(of._id, again)).toMatchObject({ code: 0 });
    expect((await user()).credits).toEqual({ paid: 0, gift: 10 });
  });
});

describe('a membership', () => {
  let now = 0;
  beforeEach(() => void (now = Date.now()));
  const membership = (days: number) => ({
    packageId: 'pkg_0005',
    packageName: '月度会员',
    packageExpireTime: now + days * DAY,
  });
  const granted = (days: number, begunDaysAgo = 0): StoredOrder['fulfil'] => ({
    status: 'done',
    time: 1,
    error: '',
    nextTime: null,
    credits: 0,
    giftCredits: 0,
    days,
    daysFrom: now - begunDaysAgo * DAY,
  });
  const left = async () => {
    const { packageId, packageExpireTime } = await user();
    return packageId && Math.round(((packageExpireTime ?? 0) - Date.now()) / DAY);
  };
  const holds = (days: number, fulfil = granted(30)) =>
    bought({ paid: 0, gift: 0 }, { fulfil }, membership(days));

  it('ends when the refund is asked for, and begins anew with what was left of it', async () => {
    const of = await holds(20, granted(30, 10));
    expect(await preview(of)).toMatchObject({ clawback: { packageDays: 30 }, daysTaken: 20 });
    const id = await asked(of);
    expect(await user()).toMatchObject({ packageId: '', packageName: '', packageExpireTime: null });
    expect(await refund(id)).toMatchObject({ clawedBack: { packageDays: 20 } });
    expect((await order(of._id)).clawedBack.days).toBe(20);
    await settled(id, 'CLOSED');
    expect(await user()).toMatchObject({ packageId: 'pkg_0005', packageName: '月度会员' });
    expect(await left()).toBe(20);
    expect((await order(of._id)).clawedBack.days).toBe(0);
  });

  it('gets its days back at the end of what was bought meanwhile', async () => {
    const id = await asked(await holds(30));
    await set('users', USER, { ...membership(31), packageId: 'pkg_0006', packageName: '年度会员' });
    await settled(id, 'CLOSED');
    expect(await user()).toMatchObject({ packageId: 'pkg_0006', packageName: '年度会员' });
    expect(await left()).toBe(61);
  });

  it('gets its days back from now on where the rest has ended meanwhile', async () => {
    const id = await asked(await holds(40));
    expect(await left()).toBe(10);
    await set('users', USER, { packageExpireTime: Date.now() - 5 * DAY });
    await settled(id, 'CLOSED');
    expect(await left()).toBe(30);
  });
});
