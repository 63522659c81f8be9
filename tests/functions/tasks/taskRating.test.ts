import { describe, expect, it } from 'vitest';
import { startTaskWorld } from './taskWorld.ts';

const { world, order, run, template, task, one, as } = await startTaskWorld();
const { ok, set } = world;

const made = async () => {
  await template({});
  const ordered = [await order(), await order()];
  await run(6);
  return ordered.map(({ _id }) => String(_id)) as [string, string];
};
const average = async () => {
  const { ratingCount, ratingSum, ratingAverage } = await one('templates', 'tpl_0001');
  return { ratingCount, ratingSum, ratingAverage };
};
const rate = (id: string, rating: number | null) => ok('appTask', 'rateTask', { id, rating });

describe('a rating', () => {
  it('is in the average of its template once, however often it is given', async () => {
    const [first, second] = await made();
    await rate(first, 5);
    await rate(first, 5);
    await rate(second, 4);
    expect(await average()).toEqual({ ratingCount: 2, ratingSum: 9, ratingAverage: 4.5 });
    await rate(second, 2);
    expect(await average()).toEqual({ ratingCount: 2, ratingSum: 7, ratingAverage: 3.5 });
    await Promise.all([rate(first, null), rate(second, null)]);
    expect(await average()).toEqual({ ratingCount: 0, ratingSum: 0, ratingAverage: null });
  });

  it('of the version before is counted when it changes', async () => {
    const [id] = await made();
    await set('tasks', id, { rating: 4 });
    expect(await rate(id, 3)).toMatchObject({ rating: 3 });
    expect(await average()).toEqual({ ratingCount: 1, ratingSum: 3, ratingAverage: 3 });
  });

  it('changes the task alone where its template is gone', async () => {
    const [id] = await made();
    await set('tasks', id, { templateId: 'tpl_none' });
    await rate(id, 1);
    expect(await task(id)).toMatchObject({ rating: 1 });
  });

  it('filters and orders tasks', async () => {
    const [good, bad] = await made();
    await rate(good, 5);
    await rate(bad, 1);
    const ids = async (asked: object) =>
      ((await ok('adminTask', 'getTasks', asked, as()))['list'] as { _id: string }[]).map(
        ({ _id }) => _id,
      );
    expect(await ids({ filter: { rating: 1 } })).toEqual([bad]);
    const sort = { field: 'rating', order: 'desc' };
    expect((await ids({ sort })).slice(0, 2)).toEqual([good, bad]);
  });
});
