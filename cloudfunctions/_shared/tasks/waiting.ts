import type { Caller } from '../base/cloud.ts';
import { _ } from '../base/cloud.ts';
import { lastTurn } from './addressTurns.ts';
import type { Offer } from './create.ts';
import { type Lane, laneOf, nextTurn, rankOf } from './rank.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** How many tasks wait in a pool that are served before a rank. Counted on the index of the queue. */
const waitingBefore = (pool: string, rank: string): Promise<number> =>
  tasks.count({ pool, status: 'queued', rank: _.lt(rank) });

/** The task with its place in the queue; null for one that does not wait. */
export const withQueue = async (
  task: StoredTask,
): Promise<StoredTask & { queueAhead: number | null; lane: Lane | null }> => {
  const { status, pool, rank } = task;
  if (status !== 'queued') return { ...task, queueAhead: null, lane: null };
  return { ...task, queueAhead: await waitingBefore(pool, rank), lane: laneOf(task) };
};

/** How many tasks would be served before the one that is offered, were it ordered now. */
export const aheadOf = async (
  { user, template: { apiKeyPool: pool }, lane }: Offer,
  { ip }: Caller,
): Promise<number> => {
  const [waiting, next, ofAddress] = await Promise.all([
    tasks.count({ pool, status: 'queued' }),
    nextTurn(pool, lane),
    lane === 'free' ? lastTurn(pool, ip) : null,
  ]);
  if (waiting === 0) return 0;
  const turn = Math.max(next + (user.activeTasks?.length ?? 0), (ofAddress ?? -1) + 1);
  return waitingBefore(pool, rankOf(lane, turn, Date.now(), ''));
};

/** Percent that are shown of a task that is not done, however long it takes. */
const MOST_PROGRESS = 95;

/** The provider reports no progress: it is estimated from how long such tasks usually take. */
export const progressOf = ({ status, progress, startTime, plan }: StoredTask): number => {
  if (status === 'saving') return MOST_PROGRESS;
  if (status !== 'running' || startTime === null) return progress;
  const share = (Date.now() - startTime) / 1_000 / (plan.averageSec || 30);
  return Math.round(MOST_PROGRESS * (1 - Math.exp(-1.6 * Math.max(0, share))));
};
