import { beforeEach, describe, expect, it } from 'vitest';
import { someTask } from '../world/fixtures/people.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, task, one } = await startTaskWorld();
const { ok, set } = world;

const [first, second] = ['task_0061', 'task_0062'] as const;
beforeEach(() => world.insert('tasks', [someTask(61, 'succeeded'), someTask(62, 'succeeded')]));
const average = async () => {
  const { ratingCount, ratingSum, ratingAverage } = await one('templates', 'tpl_0001');
  return { ratingCount, ratingSum, ratingAverage };
};
const rate = (id: string, rating: number | null) => ok('appTask', 'rateTask', { id, rating });

describe('a rating', () => {
  it('is in the average of its template once, however often it is given', async () => {
    await rate(first, 5);
    await rate(first, 5);
    await rate(second, 4);
    expect(await average()).toEqual({ ratingCount: 2, ratingSum: 9, ratingAverage: 4.5 });
    await rate(second, 2);
    expect(await average()).toEqual({ ratingCount: 2, ratingSum: 7, ratingAverage: 3.5 });
    await Promise.all([rate(first, null), rate(second, null)]);
    expect(await average()).toEqual({ ratingCount: 0, ratingSum: 0, ratingAverage: null });
  });

  it('changes the task alone where its template is gone', async () => {
    await set('tasks', first, { templateId: 'tpl_none' });
    await rate(first, 1);
    expect(await task(first)).toMatchObject({ rating: 1 });
  });

  it('filters and orders tasks', async () => {
    await rate(first, 5);
    await rate(second, 1);
    const ids = async (asked: object) =>
      (await ok('adminTask', 'getTasks', asked)).list.map(({ _id }) => _id);
    expect(await ids({ filter: { rating: 1 } })).toEqual([second]);
    const sort = { field: 'rating', order: 'desc' };
    expect((await ids({ sort })).slice(0, 2)).toEqual([first, second]);
  });
});
