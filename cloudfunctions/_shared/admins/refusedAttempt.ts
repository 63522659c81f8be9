import { setTimeout as sleep } from 'node:timers/promises';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { limitKey, tooOften } from '../base/rateLimit.ts';
import { repository, type Stored } from '../base/repository.ts';

/**
 * The time of an answer must not reveal whether a password was verified. A refused attempt is not hashed, because a
 * flood would use up the processor; it waits as long as recent wrong attempts took. Waiting occupies an instance, so
 * only a few wait at a time. Both are stored in the database, because the cloud runs one event per instance.
 */
interface Pace extends Stored {
  /** Durations of the latest wrong attempts in milliseconds, from call to answer. */
  took: number[];
  /** When each waiting attempt ends. */
  waiting: number[];
  expireTime: number;
}

export type PasswordDoor = 'login' | 'changePassword' | 'code';

const paces = repository<Pace>('rateLimits');
const idOf = (door: PasswordDoor) => limitKey('pace', door);
/** Enough for one slow attempt not to matter, few enough to follow a machine that has become slower. */
const LATEST = 21;
const KEPT_MS = 7 * 24 * 3_600_000;
/** Before the first wrong attempt. */
const USUAL_MS = 300;
const LONGEST_MS = 3_000;
const TRIES = 3;

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? USUAL_MS;

/** Records the duration of a wrong attempt. @param started of `performance.now()` */
export const noteWrong = async (door: PasswordDoor, started: number): Promise<void> => {
  const took = Math.round(performance.now() - started);
  const expireTime = Date.now() + KEPT_MS;
  for (;;) {
    const patch = { took: _.push({ each: [took], slice: -LATEST }), expireTime };
    if (await paces.compareAndSet(idOf(door), {}, patch)) return;
    const first = { took: [took], waiting: [], expireTime };
    if (await paces.insertUnlessThere(first, idOf(door))) return;
  }
};

/**
 * Delays a refused attempt as long as a wrong one takes.
 * @param started of `performance.now()`
 * @throws 42901 at once when enough attempts wait already
 */
export const waitLikeWrong = async (door: PasswordDoor, started: number): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = Date.now();
    const pace = await paces.get(idOf(door));
    const waiting = (pace?.waiting ?? []).filter(end => end > now);
    if (waiting.length >= environment.LOGIN_REFUSED_WAITING) break;

    const took = Math.min(median(pace?.took ?? []), LONGEST_MS);
    const rest = Math.max(0, started + took - performance.now());
    // The fraction distinguishes attempts that end in the same millisecond.
    const end = now + rest + Math.random();
    if (!(await takePlace(idOf(door), pace, [...waiting, end]))) continue;
    await sleep(Math.max(0, started + took - performance.now()));
    await paces.compareAndSet(idOf(door), {}, { waiting: _.pull(end) });
    return;
  }
  throw tooOften();
};

const takePlace = async (id: string, pace: Pace | null, waiting: number[]): Promise<boolean> => {
  const taken = pace
    ? await paces.compareAndSet(id, { rev: pace.rev }, { waiting })
    : await paces.insertUnlessThere({ took: [], waiting, expireTime: Date.now() + KEPT_MS }, id);
  return taken !== null;
};
