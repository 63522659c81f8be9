import { _ } from './cloud.ts';
import { attempts, type Counter, countersOf, limitKey, tooOften } from './rateLimit.ts';
import type { Transaction } from './transaction.ts';

export type TakeBack = () => Promise<void>;

/**
 * Counts an attempt before it is judged; the window starts with the first one. Of any number of concurrent attempts
 * exactly `limit` pass.
 * @returns takes the attempt back after a success
 * @throws 42901, with `message`
 */
export const countAttempt = async (
  name: string,
  limit: number,
  windowMs: number,
  message?: string,
  seen?: Counter | null,
): Promise<TakeBack> => {
  const takeBack = await countAmount(name, 1, limit, windowMs, seen);
  if (!takeBack) throw tooOften(message);
  return takeBack;
};

export type Limit = [name: string, limit: number, windowMs: number, message?: string];
type SeenLimit = Parameters<typeof countAttempt>;

/** The limits with what was counted so far, to be read beside other things: `countAll` writes at once then. */
export const withCounters = async (limits: Limit[]): Promise<SeenLimit[]> => {
  const counters = await countersOf(limits.map(([name]) => limitKey(name)));
  return limits.map(([name, limit, windowMs, message]) => {
    return [name, limit, windowMs, message, counters.get(limitKey(name))];
  });
};

/** The same for each limit, or for none. */
export const countAll = async (limits: SeenLimit[]): Promise<TakeBack> => {
  const now = Date.now();
  for (const [, limit, , message, seen] of limits)
    if (seen && seen.expireTime > now && seen.count >= limit) throw tooOften(message);
  const counted = await Promise.allSettled(limits.map(one => countAttempt(...one)));
  const takeBack = async () =>
    void (await Promise.all(counted.map(one => one.status === 'fulfilled' && one.value())));
  const failed = counted.find(one => one.status === 'rejected');
  if (!failed) return takeBack;
  await takeBack();
  throw failed.reason;
};

/**
 * The same of amounts, whose sum in the window never passes the limit. A lost compare-and-set is retried: another amount
 * was counted then.
 * @param seen the counter as it was read, null where there was none: it spares a wait for finding that out
 * @returns null where it would pass the limit
 */
export const countAmount = async (
  name: string,
  amount: number,
  limit: number,
  windowMs: number,
  seen?: Counter | null,
): Promise<TakeBack | null> => {
  if (amount > limit) return null;
  const id = limitKey(name);
  const takeBack = async () =>
    void (await attempts.compareAndSet(id, { count: _.gte(amount) }, { count: _.inc(-amount) }));
  for (let found = seen; ; found = await attempts.get(id)) {
    const now = Date.now();
    const fresh = { count: amount, nextTime: 0, expireTime: now + windowMs };
    if (found === null) {
      if (await attempts.insertUnlessThere(fresh, id)) return takeBack;
    } else if (found && found.expireTime <= now) {
      if (await attempts.compareAndSet(id, { rev: found.rev }, fresh)) return takeBack;
    } else if (found && found.count > limit - amount) return null;
    else {
      const free = { expireTime: _.gt(now), count: _.lte(limit - amount) };
      if (await attempts.compareAndSet(id, free, { count: _.inc(amount) })) return takeBack;
    }
  }
};

/** Counts one together with what it is counted for, or neither. @returns whether it is within the limit */
export const countWithin = async (
  transaction: Transaction,
  name: string,
  limit: number,
  windowMs: number,
): Promise<boolean> => {
  const _id = limitKey(name);
  const found = await transaction.get<Counter>('rateLimits', _id);
  const fresh = { count: 1, nextTime: 0, expireTime: transaction.now + windowMs };
  if (!found) await transaction.insert('rateLimits', { _id, ...fresh });
  else if (found.expireTime <= transaction.now)
    await transaction.change('rateLimits', found, fresh);
  else if (found.count >= limit) return false;
  else await transaction.change('rateLimits', found, { count: found.count + 1 });
  return true;
};

/** Whether so much more, or the next attempt, would be refused. Counts nothing. */
export const isUsedUp = async (name: string, limit: number, amount = 1): Promise<boolean> => {
  const found = await attempts.get(limitKey(name));
  const counted = found && found.expireTime > Date.now() ? found.count : 0;
  return counted + amount > limit;
};
