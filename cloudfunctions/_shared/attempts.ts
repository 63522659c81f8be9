import { _ } from './cloud.ts';
import { isDuplicate } from './errors.ts';
import { counters, key, tooOften } from './rateLimit.ts';

/**
 * Counts an attempt before it is judged; the window begins with the first one. Of any number at once, `limit` pass.
 * @returns takes the attempt back: it was a right one
 * @throws 42901
 */
export const countAttempt = async (
  name: string,
  limit: number,
  windowMs: number,
): Promise<() => Promise<void>> => {
  const id = key(name);
  const takeBack = async () =>
    void (await counters.compareAndSet(id, { count: _.gt(0) }, { count: _.inc(-1) }));
  for (let tries = 0; tries < 4; tries += 1) {
    const now = Date.now();
    const open = { expireTime: _.gt(now) };
    if (await counters.compareAndSet(id, { ...open, count: _.lt(limit) }, { count: _.inc(1) }))
      return takeBack;
    const found = await counters.get(id);
    if (found && found.expireTime > now) break;
    const fresh = { count: 1, nextTime: 0, expireTime: now + windowMs };
    if (found) {
      if (await counters.compareAndSet(id, { rev: found.rev }, fresh)) return takeBack;
      continue;
    }
    try {
      await counters.insert(fresh, id);
      return takeBack;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
  throw tooOften();
};
