import { _ } from './cloud.ts';
import { attempts, limitKey, tooOften } from './rateLimit.ts';

/**
 * Counts an attempt before it is judged; the window starts with the first one. Of any number of concurrent attempts
 * exactly `limit` pass. A lost compare-and-set is retried: another attempt was counted then, which happens at most
 * `limit` times.
 * @returns takes the attempt back after a success
 * @throws 42901
 */
export const countAttempt = async (
  name: string,
  limit: number,
  windowMs: number,
): Promise<() => Promise<void>> => {
  const id = limitKey(name);
  const takeBack = async () =>
    void (await attempts.compareAndSet(id, { count: _.gt(0) }, { count: _.inc(-1) }));
  for (;;) {
    const now = Date.now();
    const free = { expireTime: _.gt(now), count: _.lt(limit) };
    if (await attempts.compareAndSet(id, free, { count: _.inc(1) })) return takeBack;
    const found = await attempts.get(id);
    const fresh = { count: 1, nextTime: 0, expireTime: now + windowMs };
    if (!found) {
      if (await attempts.insertUnlessThere(fresh, id)) return takeBack;
    } else if (found.expireTime <= now) {
      if (await attempts.compareAndSet(id, { rev: found.rev }, fresh)) return takeBack;
    } else if (found.count >= limit) throw tooOften();
  }
};

/** Whether the next attempt would be refused. Counts nothing. */
export const isUsedUp = async (name: string, limit: number): Promise<boolean> => {
  const found = await attempts.get(limitKey(name));
  return found !== null && found.expireTime > Date.now() && found.count >= limit;
};
