import { beforeEach, describe, expect, it } from 'vitest';
import { returnedSentence } from '#contract/sentences/feedback.ts';
import { dayOf, weekdaysAfter } from '#contract/shanghai.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { as, call, ok } = world;
beforeEach(() => world.reset());
const handle = (data: object) => call('adminFeedback', 'handleFeedback', data as never, as());
const reopen = (data: object) => call('adminFeedback', 'reopenFeedback', data as never, as());
const byTopic = async (filter: object) =>
  (await ok('adminFeedback', 'getFeedbacks', { filter, withCounts: true }, as())) as {
    list: { _id: string }[];
    counts: Record<string, number>;
  };

it('feedback is handled with what was done and by whom, and counted in its new state', async () => {
  const before = Date.now();
  const { data } = await handle({ id: 'fb_0001', reply: '已联系用户' });
  expect(data).toMatchObject({ status: 'handled', reply: '已联系用户', handledBy: '测试管理员' });
  expect(data.handledTime).toBeGreaterThanOrEqual(before);
  expect((await byTopic({})).counts).toEqual({ open: 0, handled: 2 });
  expect((await byTopic({ topic: 'rights' })).list).toEqual([]);
});

it('feedback is accepted once, by itself or with what is done about it, and has a new term once opened again', async () => {
  const before = Date.now();
  const shown = async (_id: string) => ok('adminFeedback', 'getFeedbackById', { id: _id }, as());
  const accept = () => call('adminFeedback', 'acceptFeedback', { id: 'fb_0001' }, as());
  const answers = await Promise.all([accept(), accept()]);
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)[0]).toBe(0);
  const { acceptedTime, status } = await shown('fb_0001');
  expect(acceptedTime).toBeGreaterThanOrEqual(before);
  expect(status).toBe('open');
  expect(await accept()).toMatchObject({ code: 40902, message: '该反馈已受理' });
  await handle({ id: 'fb_0001', reply: '已联系用户' });
  expect((await shown('fb_0001')).acceptedTime).toBe(acceptedTime);
  expect(await accept()).toMatchObject({ code: 40902, message: '该反馈已处理' });
  const again = (await reopen({ id: 'fb_0001' })).data;
  expect(again).toMatchObject({ acceptedTime: null, acceptBy: expect.any(Number) as number });
  await ok('adminFeedback', 'replyToFeedback', { id: 'fb_0001', text: '在核实' }, as());
  expect((await shown('fb_0001')).acceptedTime).toBeGreaterThanOrEqual(before);
});

it.each([
  ['2026-11-26', 1, '2026-11-27'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-27', 6, '2026-12-07'],
])('what came on %s is accepted within %i weekdays by the end of %s', (day, days, last) => {
  for (const time of ['00:00', '23:59'])
    expect(dayOf(weekdaysAfter(Date.parse(`${day}T${time}+08:00`), days) - 1)).toBe(
      last.replaceAll('-', ''),
    );
});

it('feedback that is opened again keeps what was written about it, and has a term of its own', async () => {
  const before = Date.now();
  const { data } = await reopen({ id: 'fb_0002' });
  expect(data).toMatchObject({
    status: 'open',
    reply: '已退回积分',
    handledBy: '',
    handledTime: null,
  });
  expect(data.answerBy).toBeGreaterThan(before + 86_400_000);
});

it('feedback is handled once: a colleague who was slower sees so, and nothing is overwritten', async () => {
  const answers = await Promise.all(
    ['甲已处理', '乙已处理'].map(reply => handle({ id: 'fb_0001', rev: 1, reply })),
  );
  const codes = answers.map(({ code }) => code).sort((a, b) => a - b);
  expect(codes[0]).toBe(0);
  expect([40901, 40902]).toContain(codes[1]);
  const won = answers.find(({ code }) => code === 0)!.data;
  const again = await handle({ id: 'fb_0001', reply: '再来一次' });
  expect(again).toMatchObject({ code: 40902, message: '该反馈已处理' });
  expect(await ok('adminFeedback', 'getFeedbackById', { id: 'fb_0001' }, as())).toMatchObject({
    reply: won.reply,
  });
});

it('feedback is not handled without a word, nor twice opened', async () => {
  const before = await world.dump();
  expect((await handle({ id: 'fb_0001', reply: ' ' })).code).toBe(40001);
  expect(await reopen({ id: 'fb_0001' })).toMatchObject({
    code: 40902,
    message: '该反馈尚未处理',
  });
  expect((await handle({ id: 'fb_9999', reply: '无' })).code).toBe(40400);
  expect(await world.dump()).toBe(before);
});

const reply = (data: object) => call('adminFeedback', 'replyToFeedback', data as never, as());

it('feedback is answered by support and by its user, who sees no names of colleagues', async () => {
  const text = '你好，积分已经退回。';
  const answers = await Promise.all([1, 2].map(() => reply({ id: 'fb_0002', text })));
  expect(answers.some(({ code }) => code === 0)).toBe(true);
  expect((await reply({ id: 'fb_0002', text })).data).toMatchObject({
    ownerName: '测试管理员',
    isUnread: true,
    messages: [{ from: 'support', by: '测试管理员', text }],
  });
  expect(await ok('appUser', 'getMe', {})).toMatchObject({ unreadLetters: 1 });
  const opened = await ok('appUser', 'openFeedback', { id: 'fb_0002' });
  expect(opened.messages).toEqual([{ from: 'support', text, time: expect.any(Number) }]);
  expect(JSON.stringify(opened)).not.toContain('测试管理员');
  expect(await ok('appUser', 'getMe', {})).toMatchObject({ unreadLetters: 0 });

  await ok('appUser', 'answerFeedback', { id: 'fb_0002', text: '还是没有收到' });
  await ok('appUser', 'answerFeedback', { id: 'fb_0002', text: '还是没有收到' });
  const now = await ok('adminFeedback', 'getFeedbackById', { id: 'fb_0002' }, as());
  expect(now).toMatchObject({ status: 'open', isUnread: false });
  expect(now.messages.map(({ from }) => from)).toEqual(['support', 'user']);
  const other = { caller: { TCB_UUID: 'other', TCB_ISANONYMOUS_USER: 'true' } };
  expect((await call('appUser', 'openFeedback', { id: 'fb_0002' }, other)).code).toBe(40400);
  const forged = { id: 'fb_0002', text: '是我的' };
  expect((await call('appUser', 'answerFeedback', forged, other)).code).toBe(40400);
});

it('support sees the quick replies of its topic before those for any', async () => {
  const quickReplies = { payment: ['付款答复'], any: ['都可以'] };
  await world.set('settings', 'general', { quickReplies });
  const { list } = await ok('adminFeedback', 'getQuickReplies', { topic: 'payment' }, as());
  expect(list).toEqual(['付款答复', '都可以']);
});

describe('feedback that is answered and settled in one act', () => {
  const text = '你好，很抱歉效果没有达到预期。';
  const aboutTask = async (task: object) => {
    await world.set('feedback', 'fb_0001', { taskId: 'task_0001' });
    await world.set('tasks', 'task_0001', { orderId: '', ...task });
  };
  const settle = () => reply({ id: 'fb_0001', text, handle: true });
  const said = ({ messages }: { messages: { text: string }[] }) => messages.at(-1)?.text;

  it('says that nothing was returned, to colleagues alone', async () => {
    await aboutTask({ isRefunded: false });
    const { data } = await settle();
    expect(data).toMatchObject({ status: 'handled', handledBy: '测试管理员' });
    expect(said(data)).toBe(text);
    expect(returnedSentence(data.returned)).toBe('未退回');
  });

  it('says to both what was returned before, also where the message came only at a second try', async () => {
    await aboutTask({ isRefunded: false, status: 'succeeded', held: { paid: 15, gift: 5 } });
    const give = () =>
      call('adminTask', 'refundTaskCredits', { id: 'task_0001', reason: '处理反馈' }, as());
    expect((await give()).code).toBe(0);
    // One who was interrupted here tries both again.
    expect((await give()).code).toBe(40902);
    const { data } = await settle();
    expect(said(data)).toBe(`${text}\n20 积分已退回，可以重新制作。`);
    expect(returnedSentence(data.returned)).toBe('已退回 20 积分');
    // Nor is it said twice.
    expect((await settle()).data.messages).toHaveLength(data.messages.length);
    const { data: later } = await reply({ id: 'fb_0001', text: '还有问题随时联系' });
    expect(said(later)).toBe('还有问题随时联系');
  });

  it('says of a refund whether it is back, on its way or waiting for an approval', async () => {
    await aboutTask({ isRefunded: false, orderId: 'ord_0001' });
    await world.set('orders', 'ord_0001', { refundedFen: 100, refundingFen: 500 });
    await world.set('refunds', 'rf_0001', {
      orderId: 'ord_0001',
      approval: 'waiting',
      amountFen: 300,
    });
    const { data } = await settle();
    expect(said(data)).toBe(
      `${text}\n¥3.00 已原路退回，到账时间以微信支付通知为准。¥3.00 的退款已提交审核，有结果会通知你。`,
    );
    expect(returnedSentence(data.returned)).toBe('已退款 ¥1.00，退款中 ¥2.00，已提交审批 ¥3.00');
  });
});

it('support writes to a user once, who finds it unread; nobody writes to a deleted account', async () => {
  const letter = { userId: 'usr_0001', text: '你的订单已加急处理', idemKey: 'letter_0001' };
  const first = await ok('adminFeedback', 'writeToUser', letter, as());
  expect((await ok('adminFeedback', 'writeToUser', letter, as()))._id).toBe(first._id);
  const { list } = await ok('appUser', 'getFeedbacks', {});
  expect(list.find(({ _id }) => _id === first._id)).toMatchObject({
    topic: 'support',
    text: '你的订单已加急处理',
    isUnread: true,
  });
  const forged = { topic: 'support', text: '我冒充客服写一封信' };
  expect((await call('appUser', 'sendFeedback', forged as never)).code).toBe(40001);
  await world.set('users', 'usr_0001', { status: 'deleted' });
  expect((await reply({ id: 'fb_0001', text: '你好' })).code).toBe(40902);
});
