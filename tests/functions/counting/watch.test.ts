import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startOf } from '#contract/shanghai.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

const world = await startWorld();
const { insert, rows, set } = world;
beforeEach(async () => void (await world.reset()));
afterEach(() => void vi.useRealTimers());

/** In the morning of a day in the future, so that nothing of the fixture is of the day before. */
const DAY = '20300115';
const morning = startOf(DAY) + 9 * 3_600_000;
const alertsOf = async (event: string) => {
  await finishJob(world, 'reviewTemplates');
  await finishJob(world, 'reviewTemplates');
  return (await rows('messages')).filter(message => message['event'] === event);
};

it('administrators are informed once a day of keys, answers and prints that are late or run short', async () => {
  vi.setSystemTime(morning);
  await set('apiKeys', 'key_0001', { remainCoins: 1, lowCoins: 100 });
  await set('feedback', 'fb_0001', { answerBy: morning - 1 });
  const keys = await alertsOf('keysLow');
  expect(keys.map(({ channel }) => channel).sort()).toEqual(['email', 'wecom']);
  expect(keys[0]).toMatchObject({ values: { count: '1' }, path: 'api-keys' });
  expect(await alertsOf('feedbackOverdue')).toHaveLength(2);
  vi.setSystemTime(morning + 86_400_000);
  expect(await alertsOf('feedbackOverdue')).toHaveLength(4);
});

it('administrators are informed in the morning how the day before was, where anything happened', async () => {
  vi.setSystemTime(morning);
  expect(await alertsOf('daily')).toEqual([]);
  const figures = { paidOrders: 2, paidFen: 3_980, newUsers: 3, succeededTasks: 5 };
  await insert('counters', [
    {
      _id: 'figures_20300114_0',
      rev: 1,
      createTime: 1,
      updateTime: 1,
      part: 'figures_live',
      day: '20300114',
      figures,
    },
  ]);
  const [first] = await alertsOf('daily');
  expect(first).toMatchObject({
    values: { day: '2030-01-14', paid: '¥39.80', orders: '2', users: '3', made: '5', failed: '0' },
  });
  vi.setSystemTime(morning + 86_400_000 + 6 * 3_600_000);
  expect(await alertsOf('daily')).toHaveLength(2);
});
