import { setTimeout as sleep } from 'node:timers/promises';
import { _ } from '../base/cloud.ts';
import { isDuplicate } from '../base/errors.ts';
import { attempts, limitKey, tooOften } from '../base/rateLimit.ts';

/** Longer than any hash takes; after that its holder is dead. */
const HELD_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const PATIENCE_MS = 10_000;

const id = limitKey('hash turn');

/** @returns what `release` needs, or null while another has it */
const take = async (): Promise<number | null> => {
  const now = Date.now();
  // The fraction tells holders apart.
  const nextTime = now + HELD_MS + Math.random();
  const turn = { nextTime, expireTime: nextTime };
  if (await attempts.compareAndSet(id, { nextTime: _.lte(now) }, turn)) return nextTime;
  if (await attempts.get(id)) return null;
  try {
    await attempts.insert({ count: 0, ...turn }, id);
    return nextTime;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return null;
  }
};

const release = (nextTime: number) => attempts.compareAndSet(id, { nextTime }, { nextTime: 0 });

/**
 * Passwords from places nobody is known at are hashed one at a time, over all instances of the function: however many
 * try, everybody else keeps the rest of the processor.
 * @returns with the result how long it had to wait, which is no part of the work
 * @throws 42901 when it is not its turn for long
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
