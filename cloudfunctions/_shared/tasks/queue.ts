import { taskSentences } from '#contract/sentences/tasks.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { isDuplicate } from '../base/errors.ts';
import { repository, type Stored } from '../base/repository.ts';
import { endTask } from './end.ts';
import { apiKeys, MOST_KEYS, type StoredApiKey } from './keys.ts';
import { moved, type StoredTask, tasks } from './tasks.ts';

/** Waiting tasks of one pool that one run begins at most. */
const PAGE = 20;
/** Slots of one pool that are looked at: more than any installation has. */
const MOST_SLOTS = 1_000;

const usage = repository<Stored & { coins?: number }>('apiKeyUsageDaily');

type Key = Pick<
  StoredApiKey,
  '_id' | 'name' | 'pool' | 'status' | 'weight' | 'maxConcurrency' | 'dailyCoinsCap' | 'restUntil'
>;

/** A key with the numbers of its free slots. */
interface Free {
  key: Key;
  slots: number[];
}

const overCap = async (keys: Key[], now: number): Promise<Set<string>> => {
  const capped = keys.filter(({ dailyCoinsCap }) => dailyCoinsCap !== null);
  if (capped.length === 0) return new Set();
  const ids = capped.map(({ _id }) => `${_id}_${dayOf(now)}`);
  const rows = await usage.find({ _id: _.in(ids) }, { limit: ids.length });
  const spent = new Map(rows.map(({ _id, coins }) => [_id, coins ?? 0]));
  return new Set(
    capped
      .filter(
        ({ _id, dailyCoinsCap }) => (spent.get(`${_id}_${dayOf(now)}`) ?? 0) >= dailyCoinsCap!,
      )
      .map(({ _id }) => _id),
  );
};

const freeSlots = async (keys: Key[], now: number): Promise<Free[]> => {
  const ids = keys.map(({ _id }) => _id);
  const [taken, spent] = await Promise.all([
    tasks.find({ slotKey: _.in(ids) }, { limit: MOST_SLOTS, fields: ['slot', 'slotKey'] }),
    overCap(keys, now),
  ]);
  return keys
    .filter(({ _id, restUntil }) => (restUntil ?? 0) <= now && !spent.has(_id))
    .map(key => {
      const its = taken.filter(({ slotKey }) => slotKey === key._id).map(({ slot }) => slot);
      const all = Array.from({ length: key.maxConcurrency }, (_none, at) => at);
      const free = all.filter(at => !its.includes(slotOf(key, at)));
      // Of a limit that was lowered, more may be taken than there are.
      return { key, slots: free.slice(0, Math.max(0, key.maxConcurrency - its.length)) };
    })
    .filter(({ slots }) => slots.length > 0);
};

const slotOf = ({ _id }: Pick<Key, '_id'>, at: number) => `${_id}#${at}`;

/** By weight, and by how much of it is free. */
const choose = (free: Free[]): Free => {
  const shares = free.map(({ key, slots }) => key.weight * (slots.length / key.maxConcurrency));
  let left = Math.random() * shares.reduce((sum, share) => sum + share, 0);
  return free.find((_one, at) => (left -= shares[at] ?? 0) < 0) ?? free[0]!;
};

const take = async (task: StoredTask, { key, slots }: Free, by: Actor) => {
  const now = Date.now();
  const slot = slotOf(key, slots.shift()!);
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

const waitingIn = (pool: string, before: number) =>
  tasks.find(
    { pool, status: 'queued', createTime: _.lte(before) },
    {
      sort: [
        ['createTime', 'asc'],
        ['_id', 'asc'],
      ],
      limit: PAGE,
    },
  );

/** Gives free slots to those who came first, whenever their photos were checked. */
const servePool = async (pool: string, keys: Key[], by: Actor): Promise<number> => {
  const now = Date.now();
  const waiting = await waitingIn(pool, now);
  if (waiting.length === 0) return 0;
  let free = await freeSlots(keys, now);
  let begun = 0;
  for (const task of waiting) {
    let taken: Awaited<ReturnType<typeof take>> = 'taken';
    while (taken === 'taken' && free.length > 0) {
      taken = await take(task, choose(free), by);
      free = free.filter(({ slots }) => slots.length > 0);
    }
    if (free.length === 0 && taken === 'taken') break;
    if (taken) begun += 1;
  }
  return begun;
};

/** Nothing in the pool works: who has waited for a while gets his credits back. */
const giveUpPool = async (pool: string, by: Actor): Promise<number> => {
  const waiting = await waitingIn(pool, Date.now() - environment.TASK_KEYLESS_MS);
  for (const task of waiting)
    await endTask(task, { status: 'failed', errorCode: 'SERVICE_BUSY' }, by, task);
  return waiting.length;
};

/**
 * Gives free slots to waiting tasks, pool by pool. However many wait, it reads the keys, of each pool a page of its queue,
 * and of a pool in which somebody waits its taken slots.
 * @returns how many tasks have left the queue
 */
export const serveQueue = async (by: Actor): Promise<number> => {
  const keys: Key[] = await apiKeys.find(
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
      return active.length > 0 ? servePool(pool, active, by) : giveUpPool(pool, by);
    }),
  );
  return left.reduce((sum, count) => sum + count, 0);
};
