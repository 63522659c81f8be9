import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#contract/shanghai.ts';
import { startTaskWorld } from './taskWorld.ts';

/** What the service may cost in a day. A picture of the stand-in costs 14 coins. */
const { world, order, run, template, photo, sandbox, as, task, one, later } =
  await startTaskWorld();
const { call, ok, rows, set } = world;
const COINS = 14;
const budget = (dailyCoins: number) =>
  set('settings', 'system', { data: { task: { dailyCoins, maxPerUser: 50 } } });
const credits = (paid: number, gift: number) =>
  set('users', 'usr_0001', { credits: { paid, gift } });
const wish = { templateId: 'tpl_0001', inputs: { photo } };
const quote = () => ok('appTask', 'quote', { templateId: 'tpl_0001' });
const stopped = '今天的免费制作已满，明天 0 点恢复。会员、购买的积分足够的用户和单次购买不受影响';
const alerts = async () =>
  [...new Set((await rows('messages')).map(({ event }) => String(event)))].filter(event =>
    event.startsWith('budget'),
  );
const spent = async () =>
  (await rows('tasks')).reduce((sum, { coins }) => sum + Number(coins ?? 0), 0);

beforeEach(async () => {
  await template({ costCredits: 1 });
  await set('settings', 'general', { dailyFreeTasks: 0 });
  await credits(0, 100);
});

describe('a day’s budget', () => {
  it('stops what is not paid for once it is spent, says so before and at the order, and ends with the day', async () => {
    await budget(2 * COINS);
    for (const expected of [[], ['budgetSpent']]) {
      expect(await quote()).toMatchObject({ stop: '' });
      await order();
      await run(6);
      expect(await alerts()).toEqual(expected);
    }
    expect(await quote()).toMatchObject({ stop: stopped, refusal: '' });
    const before = (await rows('tasks')).length;
    expect(await call('appTask', 'createTask', wish)).toMatchObject({
      code: 40902,
      message: stopped,
    });
    expect(await rows('tasks')).toHaveLength(before);
    expect(await ok('adminDashboard', 'getEngine', {}, as())).toMatchObject({
      coinsToday: 2 * COINS,
      dailyCoins: 2 * COINS,
    });
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await quote()).toMatchObject({ stop: '' });
    await order();
  });

  const member = { packageId: 'pkg_0001', packageExpireTime: Date.now() + 400 * DAY_MS };
  it.each([
    ['bought credits alone', { credits: { paid: 5, gift: 0 } }, 0, ''],
    ['enough bought credits beside given ones', { credits: { paid: 5, gift: 100 } }, 0, ''],
    ['enough bought credits and a free task left', { credits: { paid: 5, gift: 0 } }, 50, ''],
    ['a membership', { ...member, credits: { paid: 0, gift: 100 } }, 0, ''],
    ['given credits alone', { credits: { paid: 0, gift: 100 } }, 0, stopped],
    ['a free task alone', { credits: { paid: 0, gift: 0 } }, 50, stopped],
  ])('has a user with %s pass or wait', async (_who, user, dailyFreeTasks, stop) => {
    await budget(COINS);
    await order();
    await run(6);
    await set('users', 'usr_0001', user);
    await set('settings', 'general', { dailyFreeTasks });
    expect(await quote()).toMatchObject({ stop });
    const { code } = await call('appTask', 'createTask', wish);
    expect(code).toBe(stop ? 40902 : 0);
  });

  it('is announced when four fifths are spent, once', async () => {
    await budget(3 * COINS + 3);
    for (const expected of [[], [], ['budgetNear']]) {
      await order();
      await run(6);
      expect(await alerts()).toEqual(expected);
    }
    expect((await rows('messages')).filter(({ event }) => event === 'budgetNear')).toHaveLength(2);
  });

  it('is never exceeded by more than what was running, also in a storm', async () => {
    await budget(5 * COINS);
    await credits(0, 1_000);
    await sandbox('runninghub', { queueMs: 0, runMs: 0 });
    const { slots } = await ok('adminDashboard', 'getEngine', {}, as());
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call('appTask', 'createTask', wish)),
    );
    expect(answers.filter(({ code }) => code === 0).length).toBeGreaterThan(5 + slots);
    await run(60);
    expect(await spent()).toBeGreaterThanOrEqual(5 * COINS);
    expect(await spent()).toBeLessThanOrEqual((5 + slots) * COINS);
    // Who has waited too long for it has the credits back.
    for (let hour = 0; hour < 2; hour += 1) {
      later(1_800_000);
      await run(6);
    }
    const { credits: left } = await one('users', 'usr_0001');
    expect(left).toEqual({ paid: 0, gift: 1_000 - (await spent()) / COINS });
  });

  it('of nothing is none', async () => {
    await budget(0);
    const { _id } = await order();
    await run(6);
    expect(await task(_id)).toMatchObject({ coins: COINS });
    expect(await quote()).toMatchObject({ stop: '' });
  });
});
