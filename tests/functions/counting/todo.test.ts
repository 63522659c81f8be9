import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isRight } from '#contract/rights/rights.ts';
import type { TodoItem } from '#contract/todo.ts';
import { allTodoKinds, rightToAct, type TodoKind } from '#contract/todoKinds.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld();
const { call, ok, rows, set, someAdmin } = world;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const item = { kind: 'openFeedback' as const, id: 'fb_0001' };

interface Caller {
  _id: string;
  token: string;
}
let [li, wang]: Caller[] = [];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
  [li, wang] = await Promise.all(['李娜', '王芳'].map(nickName => support({ nickName })));
});
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** With a session that lives through the test. */
const support = async (fields: object): Promise<Caller> => {
  const { admin, token, session } = await someAdmin({ role: 'support', ...fields });
  const end = Date.now() + 40 * DAY;
  await set('adminSessions', session._id, { expireTime: end, maxTime: end });
  return { _id: admin._id, token };
};
const todo = async (of: { token: string }, data: { kinds?: TodoKind[]; id?: string } = {}) =>
  (await ok('adminDashboard', 'getTodo', data, { token: of.token })).list;
const seen = async (of: { token: string }) =>
  (await todo(of)).find(({ kind, _id }) => kind === item.kind && _id === item.id);
const claim = (of: Caller, from = '') =>
  call('adminDashboard', 'claimTodo', { ...item, from }, { token: of.token });
const snooze = (of: Caller, until: number | null) =>
  call('adminDashboard', 'snoozeTodo', { ...item, until }, { token: of.token });

it('each kind takes a right that there is', () => {
  expect(allTodoKinds.map(rightToAct).filter(right => !isRight(right))).toEqual([]);
});

it('shows what the role may act on, and lets nobody claim anything else', async () => {
  const whole = await todo(await support({ role: 'admin' }));
  const printer = await support({ role: 'printer' });
  const kindsOf = (list: TodoItem[]) => [...new Set(list.map(({ kind }) => kind))].sort();
  expect(kindsOf(await todo(printer))).toEqual(['overduePrints', 'printsOnHold']);
  expect(kindsOf(await todo(li!))).not.toContain('openDifferences');
  expect(kindsOf(whole)).toEqual(expect.arrayContaining(['openDifferences', 'waitingApprovals']));
  expect(await todo(await support({ role: 'viewer' }))).toEqual([]);
  expect((await claim(printer)).code).toBe(40305);
  expect(await rows('claims')).toEqual([]);
});

it('shows nobody their own requests for approval, nor those that they may not decide on', async () => {
  await set('roles', 'role_0001', { rights: ['approvals.decide', 'users.credits'] });
  const chief = await support({ role: 'role_0001' });
  const asked = async (of: Caller) =>
    (await todo(of, { kinds: ['waitingApprovals'] })).map(({ _id }) => _id);
  const before = await asked(chief);
  expect(before).toContain('credits_0001');
  await set('approvals', 'credits_0001', { askedById: chief._id });
  expect(await asked(chief)).toEqual(before.filter(id => id !== 'credits_0001'));
  // Refunds, and no credits.
  expect(await asked(await support({ role: 'finance' }))).toEqual([]);
});

it('stands in the order of deadlines passed, deadlines, and age; without phone numbers', async () => {
  const now = Date.now();
  await set('feedback', 'fb_0001', { answerBy: now + HOUR, text: '请打 13912340001 联系我' });
  await set('feedback', 'fb_0002', { status: 'open', answerBy: now - HOUR });
  await set('tasks', 'task_0001', { maybeCharged: true });
  const list = await todo(li!, { kinds: ['openFeedback', 'maybeChargedTasks'] });
  const order = list.map(({ _id }) => _id);
  expect(order.slice(0, 2)).toEqual(['fb_0002', 'fb_0001']);
  expect(order).toContain('task_0001');
  expect(list[1]).toMatchObject({ title: '效果问题 · 请打 139****0001 联系我', state: 'open' });
});

it('is claimed by one of two at once; a click takes over, which the former holder sees', async () => {
  const answers = await Promise.all([li!, wang!].map(who => claim(who)));
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 40902]);
  const [first, second] = answers[0]!.code === 0 ? [li!, wang!] : [wang!, li!];
  expect(await seen(second)).toMatchObject({ state: 'others', holderId: first._id });
  expect(await rows('claims')).toHaveLength(1);

  expect((await claim(second, first._id)).code).toBe(0);
  expect(await seen(first)).toMatchObject({ state: 'others', holderId: second._id });
  expect(await seen(second)).toMatchObject({ state: 'mine' });
  // Who has not seen that takes nothing away.
  const third = await support({ nickName: '赵敏' });
  expect((await claim(third, first._id)).code).toBe(40902);
  expect(await seen(second)).toMatchObject({ state: 'mine' });
  const audited = (await rows('auditLogs')).filter(({ action }) => action === 'claimTodo');
  expect(audited.map(({ resource, resourceId }) => [resource, resourceId])).toEqual([
    ['feedback', 'fb_0001'],
    ['feedback', 'fb_0001'],
  ]);
});

it('is given back by its holder, and after an hour without an act of theirs on the record', async () => {
  await claim(li!);
  await ok('adminDashboard', 'releaseTodo', item, { token: wang!.token });
  expect(await seen(li!)).toMatchObject({ state: 'mine' });
  await ok('adminDashboard', 'releaseTodo', item, { token: li!.token });
  expect(await seen(wang!)).toMatchObject({ state: 'open', holderName: '' });

  await claim(li!);
  later(HOUR - 60_000);
  const text = { id: 'fb_0001', text: '正在核实' };
  await ok('adminFeedback', 'replyToFeedback', text, { token: li!.token });
  later(HOUR - 60_000);
  expect(await seen(wang!)).toMatchObject({ state: 'others', holderName: '李娜' });
  // What a colleague does keeps nothing up.
  await ok('adminFeedback', 'replyToFeedback', text, { token: wang!.token });
  later(2 * 60_000);
  expect(await seen(wang!)).toMatchObject({ state: 'open', holderId: '' });
});

it('is put off for one administrator, until then or until a day before its deadline', async () => {
  const tomorrow = Date.now() + DAY;
  await set('feedback', 'fb_0001', { answerBy: Date.now() + 3 * DAY });
  await claim(li!);
  expect((await snooze(li!, tomorrow)).data).toMatchObject({ state: 'later', holderId: '' });
  expect(await seen(wang!)).toMatchObject({ state: 'open' });
  later(DAY);
  expect(await seen(li!)).toMatchObject({ state: 'open' });

  await snooze(li!, Date.now() + 2 * DAY);
  expect(await seen(li!)).toMatchObject({ state: 'later' });
  // Its deadline comes nearer.
  await set('feedback', 'fb_0001', { answerBy: Date.now() + DAY - 1 });
  expect(await seen(li!)).toMatchObject({ state: 'open', putOffUntil: null });
  expect((await snooze(li!, Date.now() + HOUR)).code).toBe(40902);

  await set('feedback', 'fb_0001', { answerBy: null });
  expect((await snooze(li!, null)).data).toMatchObject({ state: 'open', putOffUntil: null });
  for (const until of [Date.now(), Date.now() + 31 * DAY])
    expect(await snooze(li!, until)).toMatchObject({ code: 40001, data: { fields: {} } });
});

it('goes with its cause, and its claim once it is of no use', async () => {
  await claim(li!);
  const handled = { id: 'fb_0001', reply: '已联系用户' };
  await ok('adminFeedback', 'handleFeedback', handled, { token: wang!.token });
  expect(await seen(li!)).toBeUndefined();
  expect(await claim(wang!)).toMatchObject({
    code: 40902,
    message: '这一项已处理完，不用再认领',
  });
  later(13 * HOUR);
  await runJob('purgeExpired');
  expect(await rows('claims')).toEqual([]);
});

it('answers what there is of one record, and which kinds have more than are shown', async () => {
  const [row = {}] = await rows('feedback');
  const many = Array.from({ length: 40 }, (_, at) => ({
    ...row,
    _id: `fb_more_${at}`,
    receiptNo: `R${at}`,
    createTime: at + 1,
  }));
  await world.insert('feedback', many);
  const { list, more } = await ok('adminDashboard', 'getTodo', {}, { token: li!.token });
  expect(more).toEqual(['openFeedback']);
  expect(list.filter(({ kind }) => kind === 'openFeedback')).toHaveLength(30);
  expect(list.some(({ _id }) => _id === item.id)).toBe(false);
  await claim(wang!);
  const asked = { kinds: [item.kind], id: item.id };
  expect(await todo(li!, asked)).toMatchObject([{ _id: item.id, holderName: '王芳' }]);
});
