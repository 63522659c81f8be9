import { beforeEach, expect, it } from 'vitest';
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

it('feedback that is opened again keeps what was written about it', async () => {
  const { data } = await reopen({ id: 'fb_0002' });
  expect(data).toMatchObject({
    status: 'open',
    reply: '已退回积分',
    handledBy: '',
    handledTime: null,
  });
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

it('a colleague takes a feedback on, and it is found among theirs', async () => {
  const { data } = await call('adminFeedback', 'takeFeedback', { id: 'fb_0001', rev: 1 }, as());
  expect(data).toMatchObject({ ownerName: '测试管理员', status: 'open' });
  expect((await byTopic({ ownerId: data.ownerId })).list.map(({ _id }) => _id)).toEqual([
    'fb_0001',
  ]);
  expect((await call('adminFeedback', 'takeFeedback', { id: 'fb_0001', rev: 1 }, as())).code).toBe(
    40901,
  );
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
