import { createHash } from 'node:crypto';
import { codes } from '#contract/envelope.ts';
import { _ } from './cloud.ts';
import { environment } from './environment.ts';
import { ActionError, isDuplicate } from './errors.ts';
import { repository, type Stored } from './repository.ts';

/**
 * Attempts are counted in the database, because the cloud runs many instances of a function, and before they are
 * judged, because concurrent attempts would otherwise all pass the check.
 */
interface Counter extends Stored {
  count: number;
  /** The next attempt is judged after this instant; 0 while attempts are free. */
  nextTime: number;
  expireTime: number;
}

export const counters = repository<Counter>('rateLimits');

/** Names and addresses are hashed: ids stay short and valid, and the collection reveals no names. */
export const key = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);

/** Increments a counter of one time window and returns its new value. */
const add = async (name: string, windowMs: number, amount = 1): Promise<number> => {
  const now = Date.now();
  const start = Math.floor(now / windowMs) * windowMs;
  const id = key(name, String(start));
  for (;;) {
    const counted = await counters.compareAndSet(id, {}, { count: _.inc(amount) });
    if (counted) return counted.count;
    try {
      await counters.insert({ count: amount, nextTime: 0, expireTime: start + windowMs }, id);
      return amount;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
};

export const tooOften = () => new ActionError(codes.tooOften);

/** @throws 42901 */
export const limitPublicCalls = async (ip: string): Promise<void> => {
  if ((await add(`public ${ip}`, 60_000)) > environment.PUBLIC_CALLS_PER_MINUTE) throw tooOften();
};

/**
 * Permission to try one password for one name from one address: five are free, then 30 s, 60 s, … up to 15 min must
 * pass between two. Check and count are one compare-and-set, so of 200 concurrent attempts only the free ones pass. A
 * lost compare-and-set is retried: each one means that another attempt was counted, so the loop ends at the limit.
 * @returns false when the caller must wait
 */
const takeTurn = async (id: string): Promise<boolean> => {
  const last = environment.LOGIN_FREE_ATTEMPTS - 1;
  for (;;) {
    const now = Date.now();
    const found = await counters.get(id);
    const counter = found && found.expireTime > now ? found : null;
    if (counter && counter.nextTime > now) return false;
    if (counter && counter.count < last) {
      const free = { count: _.lt(last), expireTime: _.gt(now) };
      if (await counters.compareAndSet(id, free, { count: _.inc(1) })) return true;
      continue;
    }

    const count = (counter?.count ?? 0) + 1;
    const late = count - environment.LOGIN_FREE_ATTEMPTS;
    const wait = Math.min(environment.LOGIN_WAIT_MS * 2 ** late, environment.LOGIN_MAX_WAIT_MS);
    const next = {
      count,
      nextTime: late < 0 ? 0 : now + wait,
      expireTime: now + 12 * 3_600_000,
    };
    if (found) {
      if (await counters.compareAndSet(id, { rev: found.rev }, next)) return true;
    } else {
      try {
        await counters.insert(next, id);
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
  }
};

export interface PasswordAttempt {
  /** The password was right: the attempt is not counted. */
  succeeded(): Promise<void>;
}

/**
 * Must be called before the password is verified.
 * @param username in the form used by sign-in: trimmed and lower case
 * @param ip from the platform, never from the request
 * @param knownPlace the name has signed in from this address before; then failures elsewhere and of other names do not
 * count
 * @returns null when the attempt must not be judged
 */
export const passwordAttempt = async (
  username: string,
  ip: string,
  knownPlace: boolean,
): Promise<PasswordAttempt | null> => {
  const pair = key('login', username, ip);
  const quarter = 15 * 60_000;
  const hour = 3_600_000;
  // A waiting attempt is not counted further: a flood would otherwise lock the name, or an office, for long.
  if (!(await takeTurn(pair))) return null;
  const [fromPlace, ofName] = await Promise.all([
    knownPlace ? 0 : add(`login ip ${ip}`, quarter),
    knownPlace ? 0 : add(`login name ${username}`, hour),
  ]);
  if (
    fromPlace > environment.LOGIN_FAILURES_PER_IP ||
    ofName > environment.LOGIN_FAILURES_PER_NAME
  ) {
    return null;
  }
  return {
    succeeded: async () => {
      await Promise.all([
        counters.remove(pair),
        knownPlace ? undefined : add(`login ip ${ip}`, quarter, -1),
        knownPlace ? undefined : add(`login name ${username}`, hour, -1),
      ]);
    },
  };
};
