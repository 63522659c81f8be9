import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { isDuplicate } from '../base/errors.ts';
import type { Query } from '../base/repository.ts';
import { fail } from './end.ts';
import { apiKeys, MOST_KEYS } from './keys.ts';
import { choose, freePlaces, type Place, type QueueKey } from './places.ts';
import { laneOf } from './rank.ts';
import { moved, type StoredTask, tasks } from './tasks.ts';

/** Waiting tasks of one pool that one run begins at most. */
const PAGE = 20;

const take = async (task: StoredTask, { key, slot }: Place, by: Actor) => {
  const now = Date.now();
  try {
    return await tasks.compareAndSet(
      task._id,
      { status: 'queued', nextPollTime: task.nextPollTime },
      {
        status: 'submitting',
        slot,
        slotKey: key._id,
        apiKeyId: key._id,
        nextPollTime: now,
        history: moved(task, 'submitting', now, by.name, taskSentences.slotTaken(key.name)),
      },
    );
  } catch (error) {
    // Another run took this slot.
    if (isDuplicate(error)) return 'taken';
    throw error;
  }
};

/** @returns whether the task has a slot now; the places that it took or found taken are gone */
const begin = async (task: StoredTask, places: Set<Place>, by: Actor): Promise<boolean> => {
  for (;;) {
    const place = choose(laneOf(task), [...places]);
    if (!place) return false;
    places.delete(place);
    const taken = await take(task, place, by);
    if (taken !== 'taken') return taken !== null;
  }
};

/** In ascending rank, so those who pay come first: when free tasks have all slots that they may have, nobody else waits. */
const waitingIn = (pool: string, query: Query = {}) =>
  tasks.find({ pool, status: 'queued', ...query }, { sort: [['rank', 'asc']], limit: PAGE });

const servePool = async (
  pool: string,
  keys: QueueKey[],
  paidShare: number,
  by: Actor,
): Promise<number> => {
  const waiting = await waitingIn(pool);
  if (waiting.length === 0) return 0;
  const places = new Set(await freePlaces(keys, paidShare, Date.now()));
  let begun = 0;
  for (const task of waiting) if (await begin(task, places, by)) begun += 1;
  return begun;
};

/** Nothing in the pool works: tasks that have waited for a while fail, and the credits are given back. */
const giveUpPool = async (pool: string, by: Actor): Promise<number> => {
  const waiting = await waitingIn(pool, {
    createTime: _.lte(Date.now() - environment.TASK_KEYLESS_MS),
  });
  for (const task of waiting) await fail(task, 'SERVICE_BUSY', by);
  return waiting.length;
};

/**
 * Gives free slots to waiting tasks, pool by pool. However many wait, it reads the keys, of each pool a page of its queue,
 * and of a pool in which tasks wait its taken slots.
 * @param paidShare percent of the slots that free tasks never take
 * @returns how many tasks have left the queue
 */
export const serveQueue = async (paidShare: number, by: Actor): Promise<number> => {
  const keys: QueueKey[] = await apiKeys.find(
    {},
    {
      limit: MOST_KEYS,
      fields: ['name', 'pool', 'status', 'weight', 'maxConcurrency', 'dailyCoinsCap', 'restUntil'],
    },
  );
  const pools = new Set(keys.map(({ pool }) => pool));
  const left = await Promise.all(
    [...pools].map(pool => {
      const active = keys.filter(key => key.pool === pool && key.status === 'active');
      return active.length > 0 ? servePool(pool, active, paidShare, by) : giveUpPool(pool, by);
    }),
  );
  return left.reduce((sum, count) => sum + count, 0);
};
