import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionName } from '#contract/collections.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { carriedBy, type Carry } from '../../replaceSdkTransport.ts';
import { printsOf } from '../prints/prints.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob, runJob } from '../world/runJob.ts';
import { startAtNoon } from '../world/startAtNoon.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
startAtNoon();
beforeEach(() => world.reset());
const { newOrder, newPrint, newRefund, one, order } = await printsOf(world);

const { printGrams } = await import('#cloudfunctions/_shared/prints/records.ts');

const YEAR_MS = 366 * DAY_MS;
const MONTH_MS = 31 * DAY_MS;
const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const who = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };

type Retention = Partial<
  Record<'orderYears' | 'ledgerYears' | 'feedbackYears' | 'auditMonths' | 'userLogMonths', number>
>;
const keep = (retention: Retention) =>
  ok('adminSettings', 'updateSettings', { type: 'system', data: { retention } } as never);
type Erased = Record<'orders' | 'codes' | 'feedback' | 'ledger' | 'userLogs' | 'auditLogs', number>;
const erase = () => finishJob<Erased>(world, 'eraseRecords');

const at = (age: number) => ({ createTime: Date.now() - age, updateTime: Date.now() - age });
/** One that has just passed the period, and one that has not. */
const twoAges = (period: number) => [at(period + 1_000), at(period - 1_000)] as const;
const left = async (name: CollectionName, ids: string[]) =>
  (await rows(name))
    .map(({ _id }) => String(_id))
    .filter(id => ids.includes(id))
    .sort();
const textOf = async (name: CollectionName, id: string) => JSON.stringify(await one(name, id));

const person = { openid: OPENID, userSnap: { nickName: '赵小满', phoneTail: '5678' } };
const remarks = [{ time: 1, by: '客服', text: '赵小满来电' }];
const history = [{ time: 1, from: '', to: 'paid', by: '系统', reason: '赵小满已付款' }];
/** Everything of a person that a test has put into its records. */
const named = /赵小满|oUpF8uMu|5678|usr_0001|平江路|13912345678/;
const paid = async (fields: object = {}) =>
  newOrder({ ...person, remark: '请尽快，赵小满', adminRemarks: remarks, history, ...fields });

/** An order with a refund and a print, all of this age. */
const whole = async (age: number) => {
  const print = await newPrint('completed', { ...person, userRemark: '赵小满', ...at(age) });
  await set('printOrders', print._id, { grams: printGrams(print) });
  const company = { title: '赵小满', taxNumber: '110101199001015678', email: '5678@example.com' };
  const invoice = {
    ...company,
    status: 'issued',
    kind: 'company',
    amountFen: 1,
    number: '1',
    askTime: 1,
  };
  const refundAsk = {
    status: 'refused',
    reason: 'quality',
    text: '赵小满不满意',
    askTime: 1,
    answer: '已电话答复赵小满',
  };
  await set('orders', print.orderId, {
    invoice,
    refundAsk,
    ...person,
    adminRemarks: remarks,
    history,
    ...at(age),
  });
  const refund = { ...(await newRefund({ status: 'success' })).refund, ...person, ...at(age) };
  const its = { ...refund, _id: `RF_of_${print._id}`, orderId: print.orderId };
  await world.insert('refunds', [{ ...its, internalNote: '转给赵小满' } as never]);
  await set('orders', refund.orderId, { openRefundId: '' });
  return { id: print.orderId, printId: print._id, refundId: its._id };
};
const textsOf = async ({ id, printId, refundId }: Awaited<ReturnType<typeof whole>>) =>
  (await Promise.all([textOf('orders', id), textOf('printOrders', printId)]))
    .concat(await textOf('refunds', refundId))
    .join('\n');

describe('when the period of the settings is over', () => {
  it('an order, its refunds and prints name nobody any more, and keep what was paid', async () => {
    await keep({ orderYears: 4 });
    const [old, young] = [await whole(4 * YEAR_MS + 1_000), await whole(4 * YEAR_MS - 1_000)];
    const before = await order(old.id);
    expect(await textsOf(old)).toMatch(named);
    const untouched = await textsOf(young);
    expect((await erase()).orders).toBe(1);
    expect(await textsOf(old)).not.toMatch(named);
    expect(await textsOf(young)).toBe(untouched);
    const { payFen, refundedFen, payTime, orderNo, rev, status } = before;
    expect(await ok('adminOrder', 'getOrderById', { id: old.id })).toMatchObject({
      payFen,
      refundedFen,
      payTime,
      orderNo,
      rev,
      status,
      invoice: { status: 'issued', amountFen: 1, number: '1' },
      refundAsk: { status: 'refused', reason: 'quality' },
      userSnap: { nickName: '已过保存期', phoneTail: '' },
      refunds: [{ _id: old.refundId, amountFen: payFen, userId: '' }],
    });
    const { list } = await ok('adminPrintOrder', 'getPrintOrders', { q: '赵小满' });
    expect(list.map(({ _id }) => _id)).toEqual([young.printId]);
    const print = await ok('adminPrintOrder', 'getPrintOrderById', { id: old.printId });
    expect(print).toMatchObject({ address: { name: '', detail: '' }, expressNo: '', payFen });
    const asked = { id: old.printId, reason: '补寄' };
    expect(await call('adminPrintOrder', 'revealAddress', asked)).toMatchObject({
      code: 40902,
      message: '已过保存期，收件地址已清除',
    });
    const own = await ok('appOrder', 'getOrders', {}, who);
    expect(own.list.map(({ _id }) => _id)).toEqual([young.id]);
  });

  it('an order that was paid offline loses its proof', async () => {
    const voucher = 'uploads/vouchers/1.png';
    await world.insert('files', [fileRow(voucher, { scene: 'other' })]);
    const { _id } = await paid({ voucher, files: [voucher], ...at(3 * YEAR_MS + 1) });
    await erase();
    expect(await order(_id)).toMatchObject({ voucher: '', files: [] });
    expect((await rows('files')).filter(({ filePath }) => filePath === voucher)).toEqual([]);
  });

  it('a line of credits goes, and the balance stays; a used code names nobody', async () => {
    await keep({ ledgerYears: 5 });
    const [old, young] = twoAges(5 * YEAR_MS);
    const [model] = await rows('creditLedger');
    const lines = [old, young].map((age, nth) => ({
      ...model,
      _id: `line_${nth}`,
      userId: 'usr_none',
      ...age,
    }));
    await world.insert('creditLedger', lines);
    const code = (await rows('activationCodes'))[0]!;
    const usedBy = { userId: 'usr_0001', nickName: '赵小满' };
    const codes = [old, young].map(({ createTime: usedTime }, nth) => {
      const own = { _id: `code_${nth}`, codeHash: `hash_${nth}` };
      return { ...code, ...own, status: 'used', usedTime, usedBy };
    });
    await world.insert('activationCodes', codes);
    const balances = async () => (await rows('users')).map(({ credits }) => credits);
    const before = await balances();
    expect((await erase()).codes).toBe(1);
    expect(await left('creditLedger', ['line_0', 'line_1'])).toEqual(['line_1']);
    expect(await balances()).toEqual(before);
    expect(await one('activationCodes', 'code_0')).toMatchObject({ status: 'used', usedBy: null });
    expect(await one('activationCodes', 'code_1')).toMatchObject({ usedBy });
  });

  it('a complaint goes that was settled and has not changed since', async () => {
    await keep({ feedbackYears: 4 });
    const [old, young] = twoAges(4 * YEAR_MS);
    const model = (await rows('feedback')).find(({ status }) => status === 'handled')!;
    const ages = {
      old,
      young,
      open: { ...old, status: 'open' },
      late: { ...old, updateTime: 9e12 },
    };
    const complaints = Object.entries(ages).map(([_id, age]) => ({ ...model, _id, ...age }));
    await world.insert('feedback', complaints);
    await erase();
    expect(await left('feedback', Object.keys(ages))).toEqual(['late', 'open', 'young']);
  });

  it('a row of the audit log goes, those about money with the orders', async () => {
    await keep({ auditMonths: 7, orderYears: 4 });
    const [model] = await rows('auditLogs');
    const row = (_id: string, resource: string, age: object) => ({
      ...model,
      _id,
      resource,
      ...age,
    });
    const [old, young] = twoAges(7 * MONTH_MS);
    const [oldest, older] = twoAges(4 * YEAR_MS);
    const all = [
      row('old', 'session', old),
      row('young', 'session', young),
      row('refund', 'refund', older),
      row('gone', 'refund', oldest),
      row('user', 'user', older),
      row('word', 'someday', older),
    ];
    await world.insert('auditLogs', all);
    await erase();
    const kept = await left(
      'auditLogs',
      all.map(({ _id }) => _id),
    );
    expect(kept).toEqual(['refund', 'user', 'word', 'young']);
  });

  it('what happened to a user goes, sign-ins and notes among it', async () => {
    await keep({ userLogMonths: 6 });
    const [old, young] = twoAges(6 * MONTH_MS);
    const [model] = await rows('userLogs');
    const ages = { login: old, note: old, young };
    const all = Object.entries(ages).map(([_id, age]) => ({ ...model, _id, type: _id, ...age }));
    await world.insert('userLogs', all);
    expect((await erase()).userLogs).toBe(2);
    expect(await left('userLogs', Object.keys(ages))).toEqual(['young']);
  });
});

describe('what is not over', () => {
  it('stays: open refunds and prints, refunds asked for, disputes, what changed later', async () => {
    const old = at(3 * YEAR_MS + 1_000);
    const refunding = await newRefund({ status: 'abnormal', ...old }, old);
    const printing = await newPrint('shipped', old);
    await set('orders', printing.orderId, { status: 'completed', ...old });
    const late = await paid({ createTime: old.createTime });
    const moved = await newRefund({ status: 'voided', afterVoid: 'moved', ...old }, old);
    const refundAsk = { status: 'waiting', reason: 'other', askTime: 1 };
    const asking = await paid({ refundAsk, ...old });
    const ids = [refunding.order._id, printing.orderId, late._id, moved.order._id, asking._id];
    await paid({ status: 'pending', ...old });
    expect((await erase()).orders).toBe(0);
    for (const id of ids) expect((await order(id)).userId).not.toBe('');
  });

  it('of a user with an open complaint stays until that is settled', async () => {
    const old = at(4 * YEAR_MS);
    const [open] = (await rows('feedback')).filter(({ status }) => status === 'open');
    const userId = String(open!['userId']);
    const { _id } = await paid({ userId, ...old });
    const disputed = ['creditLedger', 'userLogs'] as const;
    for (const name of disputed)
      await world.insert(name, [{ ...(await rows(name))[0], _id: 'disputed', userId, ...old }]);
    await erase();
    await erase();
    for (const name of disputed) expect(await left(name, ['disputed'])).toHaveLength(1);
    expect((await order(_id)).userId).toBe(userId);
    const answer = { id: open!['_id'], reply: '已退款' };
    await ok('adminFeedback', 'handleFeedback', answer as never);
    await erase();
    for (const name of disputed) expect(await left(name, ['disputed'])).toEqual([]);
    // Orders are gone through from the beginning once a month.
    expect((await order(_id)).userId).toBe(userId);
    await set('progress', 'erase orders', { doneTime: 0 });
    await erase();
    expect((await erase()).orders).toBe(1);
    expect((await order(_id)).userId).toBe('');
  });
});

describe('the reports', () => {
  it('say the same before and after, and so do the records that they are counted from', async () => {
    const { rebuildDay } = await import('#cloudfunctions/_shared/counting/rebuild.ts');
    const payTime = Date.now() - 3 * YEAR_MS - 3_600_000;
    const day = dayOf(payTime);
    const old = await whole(3 * YEAR_MS + 3_600_000);
    await set('orders', old.id, { payTime, history: [{ ...history[0], time: payTime }] });
    await set('refunds', old.refundId, { successTime: payTime, updateTime: payTime });
    expect(await rebuildDay(day)).toMatchObject({ paidOrders: 1, refunds: 1, createdPrints: 1 });
    const reports = async () => {
      await finishJob(world, 'recountFigures');
      const { total } = await ok('adminDashboard', 'getSummary', { days: 30 });
      const packages = (await rows('packages')).map(({ soldCount }) => soldCount);
      const sums = await ok('adminOrder', 'getRefundSums', { filter: {} });
      return { total, packages, sums };
    };
    const before = await reports();
    expect((await erase()).orders).toBe(1);
    expect(await rebuildDay(day)).toEqual({});
    expect(await reports()).toEqual(before);
  });
});

describe('the job', () => {
  it('does nothing the second time', async () => {
    await whole(3 * YEAR_MS + 1_000);
    expect((await erase()).orders).toBe(1);
    const counts = async () => Object.values(await erase()).reduce((sum, one) => sum + one, 0);
    expect(await counts()).toBe(0);
    const before = await world.dump();
    expect(await counts()).toBe(0);
    expect(await world.dump()).toBe(before);
  });

  it('that is killed between a refund and its order is completed by the next', async () => {
    const old = await whole(3 * YEAR_MS + 1_000);
    let isKilled = false;
    const carry: Carry = (_action, body, carryOut) => {
      isKilled ||= body['collectionName'] === 'printOrders' && 'data' in body;
      if (isKilled) throw new Error('killed');
      return carryOut();
    };
    await carriedBy(world.emulator.database, carry, () => runJob('eraseRecords'));
    expect(isKilled).toBe(true);
    expect(await textOf('refunds', old.refundId)).not.toMatch(named);
    expect(await textOf('orders', old.id)).toMatch(named);
    expect((await erase()).orders).toBe(1);
    expect(await textsOf(old)).not.toMatch(named);
  });

  it('leaves an order alone that changes meanwhile', async () => {
    const old = await whole(3 * YEAR_MS + 1_000);
    const carry: Carry = async (_action, body, carryOut) => {
      if (body['collectionName'] === 'refunds' && 'data' in body)
        await set('orders', old.id, { rev: 99 });
      return carryOut();
    };
    const run = () => erase();
    expect((await carriedBy(world.emulator.database, carry, run)).orders).toBe(0);
    expect(await textOf('orders', old.id)).toMatch(named);
  });
});

describe('a period', () => {
  it.each([
    ['orderYears', 2],
    ['ledgerYears', 2],
    ['feedbackYears', 2],
    ['auditMonths', 5],
    ['userLogMonths', 5],
  ] as const)('is never shorter than the law wants: %s', async (name, value) => {
    const data = { retention: { [name]: value } };
    const answer = await call('adminSettings', 'updateSettings', { type: 'system', data });
    expect(answer).toMatchObject({ code: 40001 });
  });

  it('stands in the texts as the settings say it, with no place to be filled in', async () => {
    await keep({ orderYears: 7, ledgerYears: 8, feedbackYears: 9, userLogMonths: 13 });
    for (const kind of ['privacy', 'collection'] as const) {
      const { suggested } = await ok('adminSettings', 'getLegalText', { kind });
      for (const period of ['7 年', '8 年', '9 年', '13 个月']) expect(suggested).toContain(period);
      expect(suggested).not.toContain('保存期限');
    }
    const { suggested } = await ok('adminSettings', 'getLegalText', { kind: 'privacy' });
    expect(suggested).toContain('操作日志：36 个月');
  });
});
