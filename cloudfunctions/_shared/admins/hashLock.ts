import { setTimeout as sleep } from 'node:timers/promises';
import { _ } from '../base/cloud.ts';
import { reporting } from '../base/log.ts';
import { attempts, type Counter, limitKey, tooOften } from '../base/rateLimit.ts';

/** Longer than any hash takes; a lock older than this was left by a crash. */
const HELD_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const PATIENCE_MS = 10_000;

export const hashLockId = limitKey('hash turn');

/** @returns what `release` needs, or null while another caller holds it */
const take = async (known?: Counter | null): Promise<number | null> => {
  const now = Date.now();
  // The fraction distinguishes holders.
  const nextTime = now + HELD_MS + Math.random();
  const turn = { nextTime, expireTime: nextTime };
  const free = { nextTime: _.lte(now) };
  if (known !== null && (await attempts.compareAndSet(hashLockId, free, turn))) return nextTime;
  return (await attempts.insertUnlessThere({ count: 0, ...turn }, hashLockId)) && nextTime;
};

const release = (nextTime: number): Promise<unknown> =>
  attempts
    .compareAndSet(hashLockId, { nextTime }, { nextTime: 0 })
    .catch(reporting('a turn was not released'));

/**
 * Passwords from unknown addresses are hashed one at a time, over all instances of the function, so that a flood of
 * attempts leaves the processor to the others.
 * @param known the lock as it was read before, null where it was not there
 * @returns the result, how long it waited, which does not count as work, and the end of its release, to be awaited
 * @throws 42901 after waiting too long
 */
export const withHashLock = async <T>(
  work: () => Promise<T>,
  known?: Counter | null,
): Promise<{ result: T; waitedMs: number; released: Promise<unknown> }> => {
  const started = performance.now();
  for (let first = known; ; first = undefined) {
    const turn = await take(first);
    const waitedMs = performance.now() - started;
    if (turn !== null) {
      try {
        const result = await work();
        return { result, waitedMs, released: release(turn) };
      } catch (error) {
        await release(turn);
        throw error;
      }
    }
    if (waitedMs > PATIENCE_MS) throw tooOften();
    await sleep(LOOK_AGAIN_MS);
  }
};
