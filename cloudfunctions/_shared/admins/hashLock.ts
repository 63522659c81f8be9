import { setTimeout as sleep } from 'node:timers/promises';
import { _ } from '../base/cloud.ts';
import { attempts, limitKey, tooOften } from '../base/rateLimit.ts';

/** Longer than any hash takes; a lock older than this was left by a crash. */
const HELD_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const PATIENCE_MS = 10_000;

const id = limitKey('hash turn');

/** @returns what `release` needs, or null while another caller holds it */
const take = async (): Promise<number | null> => {
  const now = Date.now();
  // The fraction distinguishes holders.
  const nextTime = now + HELD_MS + Math.random();
  const turn = { nextTime, expireTime: nextTime };
  if (await attempts.compareAndSet(id, { nextTime: _.lte(now) }, turn)) return nextTime;
  if (await attempts.get(id)) return null;
  return (await attempts.insertUnlessThere({ count: 0, ...turn }, id)) && nextTime;
};

const release = (nextTime: number) => attempts.compareAndSet(id, { nextTime }, { nextTime: 0 });

/**
 * Passwords from unknown addresses are hashed one at a time, over all instances of the function, so that a flood of
 * attempts leaves the processor to the others.
 * @returns the result, and how long it waited, which does not count as work
 * @throws 42901 after waiting too long
 */
export const withHashLock = async <T>(
  work: () => Promise<T>,
): Promise<{ result: T; waitedMs: number }> => {
  const started = performance.now();
  for (;;) {
    const turn = await take();
    const waitedMs = performance.now() - started;
    if (turn !== null) {
      try {
        return { result: await work(), waitedMs };
      } finally {
        await release(turn);
      }
    }
    if (waitedMs > PATIENCE_MS) throw tooOften();
    await sleep(LOOK_AGAIN_MS);
  }
};
