import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';
import { jobNames, runJob } from '../world/runJob.ts';
import { fillWithCopies } from './copies.ts';

/**
 * The database of the cloud walks an index entry by entry, also to count and to skip. With more records than may be
 * walked in every collection that grows, an action or a job whose work grows with them is seen.
 */
const MOST_WALKED = 2_000;
const RECORDS = 2_500;
/** Begins a job within its call: the day that it compares has as many orders as the copies' times happen to put there. */
const beginsJob = (title: string) => title === 'adminReconciliation.runDay';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const world = await startWorld();

beforeAll(async () => {
  // Otherwise the records would be too old after a while, and made anew.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  world.fillFurther(() => fillWithCopies(world, RECORDS));
  await world.reset();
});
afterAll(() => world.fillFurther());

/** What each query walked. */
const walkedBy = async (
  work: () => Promise<unknown>,
): Promise<{ what: string; walked: number }[]> => {
  const queries: { what: string; walked: number }[] = [];
  world.queries.trace = ({ collection, index, walked }) =>
    queries.push({ what: `${collection} ${index}`, walked });
  try {
    await work();
  } finally {
    delete world.queries.trace;
  }
  return queries;
};

const sum = (queries: { walked: number }[]) =>
  queries.reduce((total, { walked }) => total + walked, 0);

describe.each(everyAction)('$title', at => {
  const { title, name, action } = at;
  it(`walks at most ${MOST_WALKED} entries among many records`, async () => {
    const { token } = await world.reset();
    const data = await exampleOf(world, at, token);
    const queries = await walkedBy(async () => {
      expect(await world.send(name, { action, data, token })).toMatchObject({
        // Many records are more shared views than there may be.
        code: action === 'saveView' ? 40902 : 0,
      });
    });
    const most = queries.filter(({ walked }) => walked > 200);
    const walked = beginsJob(title)
      ? Math.max(...queries.map(query => query.walked))
      : sum(queries);
    expect(walked, JSON.stringify(most)).toBeLessThanOrEqual(MOST_WALKED);
  });
});

describe.each(jobNames)('the job %s', job => {
  it(`walks at most ${MOST_WALKED} entries with each request among many records`, async () => {
    await world.reset();
    const queries = await walkedBy(() => runJob(job));
    expect(queries.filter(({ walked }) => walked > MOST_WALKED)).toEqual([]);
  });
});

it('the job parcels walks those that are due, however many are on their way', async () => {
  await world.reset();
  const later = { status: 'shipped', 'logistics.nextTime': Date.now() + 3_600_000 };
  await world.emulator.database.handle('database.modifyDocument', {
    collectionName: 'printOrders',
    multi: true,
    merge: true,
    upsert: false,
    query: '{}',
    data: JSON.stringify({ $set: later }),
  });
  const queries = await walkedBy(() => runJob('parcels'));
  const onTheirWay = queries.filter(({ what }) => what.startsWith('printOrders'));
  expect(onTheirWay).not.toEqual([]);
  expect(onTheirWay.filter(({ walked }) => walked > 10)).toEqual([]);
});
