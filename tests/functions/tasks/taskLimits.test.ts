import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { engineOf, visitorNo } from './engineRun.ts';

const QUEUE_MOST = 3;
const world = await startWorld({ TASK_QUEUE_MOST: QUEUE_MOST });
const { call, ok, set } = world;
const { sandbox, one, later, run, creditsOf } = engineOf(world);

const COST = 5;
const text = { ...photoInput, key: 'text', label: '文字', type: 'text', required: false };
const template = (more: object) => set('templates', 'tpl_0001', more);
const general = (values: object) => set('settings', 'general', values);
const limits = (task: object) => set('settings', 'system', { data: { task } });

startAtNoon();
beforeEach(async () => {
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: 0 });
  // Without a photo, so that all users can order it.
  await template({ costCredits: COST, inputs: [text] });
});

type Who = Parameters<typeof call>[3];
const wish = { templateId: 'tpl_0001', inputs: {} };
const attempt = (who?: Who, more: object = {}) =>
  call('appTask', 'createTask', { ...wish, ...more }, who);
const order = (who?: Who, more: object = {}) =>
  ok('appTask', 'createTask', { ...wish, ...more }, who);
const quote = (who?: Who) => ok('appTask', 'quote', { templateId: 'tpl_0001' }, who);

describe('free tasks', () => {
  const usedOf = async () =>
    (await one('users', 'usr_0001'))['freeTasks'] as { day: string; used: number };
  beforeEach(() => general({ dailyFreeTasks: 1 }));

  it('are as many a day as the setting says; the next one costs', async () => {
    const before = await creditsOf('usr_0001');
    expect(await quote()).toMatchObject({ freeLeft: 1, costCredits: 0 });
    expect(await order()).toMatchObject({ isFree: true, costCredits: 0 });
    expect(await quote()).toMatchObject({ freeLeft: 0, costCredits: COST });
    expect((await attempt({}, { expectCredits: 0 })).code).toBe(40902);
    expect(await order()).toMatchObject({ isFree: false, costCredits: COST });
    expect(await creditsOf('usr_0001')).toEqual({ ...before, gift: before.gift - COST });
    await run(9);
    later(DAY_MS);
    expect(await quote()).toMatchObject({ freeLeft: 1 });
    expect(await order()).toMatchObject({ isFree: true });
  });

  it('are given back to the day that they were taken from, and to no other', async () => {
    const { _id: cancelled } = await order();
    await ok('appTask', 'cancelTask', { id: cancelled });
    expect(await usedOf()).toMatchObject({ used: 0 });
    // One of yesterday ends after one of today was taken.
    await limits({ queueSec: 86_400, maxPerUser: 5 });
    for (const key of ['key_0001', 'key_0002'])
      await set('apiKeys', key, { restUntil: Date.now() + 2 * DAY_MS });
    const { _id: old } = await order();
    later(DAY_MS - 60_000);
    expect(await order()).toMatchObject({ isFree: true });
    await ok('appTask', 'cancelTask', { id: old });
    expect(await usedOf()).toEqual({ day: dayOf(Date.now()), used: 1 });
    expect(await quote()).toMatchObject({ freeLeft: 0 });
  });
});

describe('anonymous visitors', () => {
  beforeEach(() => template({ costCredits: 0, inputs: [text] }));
  const from = (at: number, ip: string) => ({ caller: visitorNo(at), ip });
  const cancel = (id: string, who: Who) => ok('appTask', 'cancelTask', { id }, who);

  it('have a number of tasks a day each', async () => {
    await limits({ anonymousDaily: 2 });
    const who = from(1, '203.0.113.1');
    // What is refused does not count.
    expect((await attempt(who, { expectCredits: 9 })).code).toBe(40902);
    for (let at = 0; at < 2; at += 1) await cancel((await order(who))._id, who);
    expect(await attempt(who)).toMatchObject({
      code: 42901,
      message: '今日制作次数已用完，请明天再试',
    });
    expect((await attempt(from(2, '203.0.113.1'))).code).toBe(0);
    later(DAY_MS);
    expect((await attempt(who)).code).toBe(0);
  });

  it('have one together from one address, which takes nothing from their own', async () => {
    await limits({ anonymousDaily: 1, addressDaily: 2 });
    for (const at of [1, 2]) await order(from(at, '203.0.113.1'));
    expect(await attempt(from(3, '203.0.113.1'))).toMatchObject({
      code: 42901,
      message: '当前网络今日制作次数过多，请明天再试',
    });
    expect((await attempt(from(3, '203.0.113.2'))).code).toBe(0);
    // A visitor who has signed in is known without paying.
    expect((await attempt({ ip: '203.0.113.1' })).code).toBe(0);
  });
});

describe('a visitor', () => {
  it('has no more unfinished tasks than the setting says, also of many clicks at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => attempt()));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 40902, 40902]);
    expect(answers.find(({ code }) => code !== 0)?.message).toBe(
      '最多同时制作 2 个，请等待完成后再试',
    );
    await run(9);
    expect((await attempt()).code).toBe(0);
  });

  it('is not let into a queue that is too long', async () => {
    for (const key of ['key_0001', 'key_0002'])
      await set('apiKeys', key, { restUntil: Date.now() + DAY_MS });
    await limits({ maxPerUser: 10 });
    for (let at = 0; at < QUEUE_MOST; at += 1) await order();
    await run();
    const before = await world.dump();
    expect(await attempt()).toMatchObject({ code: 42901, message: '排队人数过多，请稍后再试' });
    expect(await world.dump()).toBe(before);
  });

  it.each([
    ['a closed service', { visitor: { enabled: false } }, {}, '请在微信小程序中使用'],
    [
      'a service for members of the mini-program, as an anonymous one',
      { visitor: { needLogin: true } },
      {},
      '请在微信小程序中登录后使用',
    ],
    ['a service under repair', { maintenance: { on: true, message: '马上回来' } }, {}, '马上回来'],
    ['a template for members', {}, { vipOnly: true }, '该模板仅限会员使用'],
    ['a pool without keys', {}, { apiKeyPool: 'video' }, '该模板暂停服务，请稍后再试'],
  ] as const)('is told why they cannot order from %s', async (_what, settings, more, sentence) => {
    await general(settings);
    await template({ costCredits: 0, ...more });
    const who = { caller: visitorNo(1) };
    expect(await quote(who)).toMatchObject({ refusal: sentence });
    expect(await attempt(who)).toMatchObject({ code: 40902, message: sentence });
  });
});

const status = async (id: string) => (await one('tasks', id))['status'];

describe('a task', () => {
  it('waits no longer than the setting says, and is paid back', async () => {
    for (const key of ['key_0001', 'key_0002'])
      await set('apiKeys', key, { restUntil: Date.now() + DAY_MS });
    await limits({ queueSec: 60 });
    const before = await creditsOf('usr_0001');
    const { _id: id } = await order();
    await run(54);
    expect(await status(id)).toBe('queued');
    await run(9);
    expect(await one('tasks', id)).toMatchObject({ status: 'timeout', errorCode: 'QUEUE_FULL' });
    expect(await creditsOf('usr_0001')).toEqual(before);
  });

  it.each(['421', '1520', '1005', '9999'])(
    'is not ended by %s of every key, however often, before its time is over, and then is paid back',
    async code => {
      const full = { path: '/task/openapi/create', mode: 'refuse', code, times: 1_000 };
      await sandbox('runninghub', full);
      await limits({ queueSec: 240 });
      const before = await creditsOf('usr_0001');
      const { _id: id } = await order();
      await run(231);
      expect(await one('tasks', id)).toMatchObject({ status: 'queued', isRefunded: false });
      await run(12);
      expect(await one('tasks', id)).toMatchObject({ status: 'timeout', errorCode: 'QUEUE_FULL' });
      expect(await creditsOf('usr_0001')).toEqual(before);
    },
  );
});

describe('a key', () => {
  it('gets no task on a day on which it has spent its coins', async () => {
    await set('apiKeys', 'key_0002', { status: 'paused' });
    await set('apiKeys', 'key_0001', { dailyCoinsCap: 14 });
    const { _id: first } = await order();
    await run(9);
    const { _id: second } = await order();
    await run(30);
    expect([await status(first), await status(second)]).toEqual(['succeeded', 'queued']);
    await set('apiKeys', 'key_0001', { dailyCoinsCap: 15 });
    await run(9);
    expect(await status(second)).toBe('succeeded');
  });

  it('whose limit was lowered gets none until it has fewer than that', async () => {
    const { token } = await world.reset();
    await template({ costCredits: 0, inputs: [text] });
    await limits({ maxPerUser: 10, paidShare: 0 });
    await sandbox('runninghub', { queueMs: 0, runMs: 3_600_000 });
    await set('apiKeys', 'key_0002', { status: 'paused' });
    await set('apiKeys', 'key_0001', { maxConcurrency: 2 });
    const { _id: first } = await order();
    await run();
    const { _id: second } = await order();
    await run();
    await set('apiKeys', 'key_0001', { maxConcurrency: 1 });
    const cancel = async (id: string) => {
      await ok('adminTask', 'cancelTask', { id, reason: '测试' }, { token });
      await run(3);
    };
    const { _id: third } = await order();
    await cancel(first);
    expect([await status(second), await status(third)]).toEqual(['running', 'queued']);
    await cancel(second);
    expect(await status(third)).toBe('running');
  });

  it.each([
    ['key_0001', [9, 1], 0.5],
    ['key_0002', [1, 9], 0.3],
  ] as const)('is chosen by its weight: %s', async (chosen, weights, drawn) => {
    await limits({ paidShare: 0 });
    await set('apiKeys', 'key_0001', { weight: weights[0] });
    await set('apiKeys', 'key_0002', { weight: weights[1] });
    const drawing = vi.spyOn(Math, 'random').mockReturnValue(drawn);
    const { _id: id } = await order();
    await run().finally(() => drawing.mockRestore());
    expect(await one('tasks', id)).toMatchObject({ apiKeyId: chosen });
  });
});
