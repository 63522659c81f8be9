import { setTimeout as sleep } from 'node:timers/promises';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { isDuplicate } from '../base/errors.ts';
import { limitKey, tooOften } from '../base/rateLimit.ts';
import { repository, type Stored } from '../base/repository.ts';

/**
 * Time must not tell whether a password was looked at. What a limit refuses hashes nothing, because a flood would take
 * the processor from everybody else; it waits as long as wrong attempts took lately. Waiting holds an instance of the
 * function, so only a few wait at a time. Both are kept in the database, because the cloud runs one event per instance.
 */
interface Pace extends Stored {
  /** Milliseconds that the latest wrong attempts took, from the call to the answer. */
  took: number[];
  /** Instants at which those who wait now will go. */
  waiting: number[];
  expireTime: number;
}

export type PasswordDoor = 'login' | 'changePassword';

const paces = repository<Pace>('rateLimits');
const idOf = (door: PasswordDoor) => limitKey('pace', door);
/** So many that one slow attempt says nothing, so few that a machine that has become slower is followed. */
const LATEST = 21;
const KEPT_MS = 7 * 24 * 3_600_000;
/** Before any was wrong. */
const USUAL_MS = 300;
const LONGEST_MS = 3_000;
const TRIES = 3;

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? USUAL_MS;

/** Remembers how long a wrong attempt took. @param started of `performance.now()` */
export const noteWrong = async (door: PasswordDoor, started: number): Promise<void> => {
  const took = Math.round(performance.now() - started);
  const expireTime = Date.now() + KEPT_MS;
  for (;;) {
    const patch = { took: _.push({ each: [took], slice: -LATEST }), expireTime };
    if (await paces.compareAndSet(idOf(door), {}, patch)) return;
    try {
      await paces.insert({ took: [took], waiting: [], expireTime }, idOf(door));
      return;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
};

/**
 * Lets an attempt that a limit refused take as long as a wrong one.
 * @param started of `performance.now()`
 * @throws 42901 at once when enough of them wait already
 */
export const waitLikeWrong = async (door: PasswordDoor, started: number): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = Date.now();
    const pace = await paces.get(idOf(door));
    const waiting = (pace?.waiting ?? []).filter(end => end > now);
    if (waiting.length >= environment.LOGIN_REFUSED_WAITING) break;

    const took = Math.min(median(pace?.took ?? []), LONGEST_MS);
    const rest = Math.max(0, started + took - performance.now());
    // The fraction tells it from another that goes in the same millisecond.
    const end = now + rest + Math.random();
    if (!(await takePlace(idOf(door), pace, [...waiting, end]))) continue;
    await sleep(Math.max(0, started + took - performance.now()));
    await paces.compareAndSet(idOf(door), {}, { waiting: _.pull(end) });
    return;
  }
  throw tooOften();
};

const takePlace = async (id: string, pace: Pace | null, waiting: number[]): Promise<boolean> => {
  if (pace) return (await paces.compareAndSet(id, { rev: pace.rev }, { waiting })) !== null;
  try {
    await paces.insert({ took: [], waiting, expireTime: Date.now() + KEPT_MS }, id);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
};
