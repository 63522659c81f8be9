import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/shanghai.ts';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { engineOf, visitorNo } from './engineRun.ts';

const world = await startWorld();
const { call, ok, set } = world;
const { sandbox, one, later, run, creditsOf } = engineOf(world);

const COST = 5;
const text = { ...photoInput, key: 'text', label: '文字', type: 'text', required: false };
const template = (more: object) => set('templates', 'tpl_0001', more);
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

describe('a visitor', () => {
  it('has no more unfinished tasks than the setting says, also of many clicks at once', async () => {
    await limits({ maxPerUser: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => attempt()));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 40902, 40902]);
    expect(answers.find(({ code }) => code !== 0)?.message).toBe(
      '最多同时制作 2 个，请等待完成后再试',
    );
    await run(9);
    expect((await attempt()).code).toBe(0);
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

describe('a task', () => {
  it('is not ended by 1520 of every key, however often, before its time is over, and then is paid back', async () => {
    const full = { path: '/task/openapi/create', mode: 'refuse', code: '1520', times: 1_000 };
    await sandbox('runninghub', full);
    await limits({ queueSec: 240 });
    const before = await creditsOf('usr_0001');
    const { _id: id } = await order();
    // With two keys, more often than a task may be tried.
    for (let at = 0; at < 7; at += 1) {
      await run();
      later(31_000);
    }
    expect(await one('tasks', id)).toMatchObject({ status: 'queued', isRefunded: false });
    later(30_000);
    await run();
    expect(await one('tasks', id)).toMatchObject({ status: 'timeout', errorCode: 'QUEUE_FULL' });
    expect(await creditsOf('usr_0001')).toEqual(before);
  });
});
