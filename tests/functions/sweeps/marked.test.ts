import { describe, expect, it } from 'vitest';
import type { Due } from '#cloudfunctions/_shared/base/due.ts';
import { isPeriodic, type JobName, jobs } from '#cloudfunctions/_shared/base/jobs.ts';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld();
const { nextTimes } = await import('#cloudfunctions/_shared/work/nextTimes.ts');
const { main: worker } = await import('#cloudfunctions/worker/index.ts');

/** Their records are due hours after they were written, and the sweep finds them every hour. */
const farAway: JobName[] = ['parcels', 'arrivals', 'overdue'];
const recordJobs = (Object.keys(jobs) as JobName[]).filter(
  job => !isPeriodic(job) && !farAway.includes(job),
) as (keyof typeof nextTimes)[];

/** By job: when its records say that there is something to do. */
const nextOfAll = async () =>
  new Map(
    await Promise.all(
      recordJobs.map(async job => [job, (await nextTimes[job]()) ?? Infinity] as const),
    ),
  );

/** What the sweep would correct: jobs that have something to do before any row of `due` says so. */
const unmarked = async (begun: number): Promise<JobName[]> => {
  const rows = (await world.rows('due')) as unknown as Due[];
  const known = (job: JobName) =>
    Math.min(...rows.filter(row => row.jobs.includes(job)).map(({ time }) => time));
  // Of what is due, `nextTimes` says when it is tried again.
  return [...(await nextOfAll())].flatMap(([job, next]) =>
    next < Infinity && known(job) > Math.max(next, begun) + 1_000 ? job : [],
  );
};

describe('what an action makes due is marked at once, so that no beat misses it', () => {
  it.each(everyAction.filter(({ definition }) => definition.effect === 'write'))(
    '$title',
    async at => {
      const { name, action } = at;
      const { token } = await world.reset();
      const data = await exampleOf(world, at, token);
      await worker({ Type: 'Timer', TriggerName: 'sweep', all: true });
      const begun = Date.now();
      expect(await unmarked(begun)).toEqual([]);
      const { code } = await world.send(name, { action, data, token });
      expect(code).toBe(0);
      expect(await unmarked(begun)).toEqual([]);
    },
  );
});
