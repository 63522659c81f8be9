import { beforeEach, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok } = world;
let token: string;
beforeEach(async () => ({ token } = await world.reset()));
const as = () => ({ token });
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

it('feedback is handled once: a colleague who was slower is told so, and nothing is overwritten', async () => {
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
