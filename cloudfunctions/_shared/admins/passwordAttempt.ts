import { adminSentences } from '#contract/sentences/admins.ts';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { networkOf } from '../base/network.ts';
import {
  addAttempts,
  attempts,
  type Counter,
  countersOf,
  limitKey,
  tooOften,
  windowKey,
} from '../base/rateLimit.ts';
import type { StoredAdmin } from '../base/session.ts';

/**
 * Takes the right to try one password of one name from one place: five are free, then 30 s, 60 s, … up to 15 min must
 * pass between two. Check and count are one compare-and-set, so of 200 parallel attempts the free ones pass. An attempt
 * that loses to another one looks again: each loss brings the name nearer to its limit, so it ends.
 * @param known the counter as it was read before, or as it usually is; what is written compares
 * @returns false when it must wait
 */
const takeAttempt = async (id: string, known: Counter | null): Promise<boolean> => {
  const last = environment.LOGIN_FREE_ATTEMPTS - 1;
  for (let found = known; ; found = await attempts.get(id)) {
    const now = Date.now();
    const counter = found && found.expireTime > now ? found : null;
    if (counter && counter.nextTime > now) return false;
    if (counter && counter.count < last) {
      const free = { count: _.lt(last), expireTime: _.gt(now) };
      if (await attempts.compareAndSet(id, free, { count: _.inc(1) })) return true;
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
    const taken = found
      ? await attempts.compareAndSet(id, { rev: found.rev }, next)
      : await attempts.insertUnlessThere(next, id);
    if (taken) return true;
  }
};

export interface Attempt {
  /** The password, or code, was right: the attempt no longer counts. */
  succeeded(): Promise<void>;
}

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

const ofPair = (username: string, ip: string) => limitKey('login', username, networkOf(ip));
const ofPlace = (ip: string) => `login ip ${networkOf(ip)}`;
const ofName = (username: string) => `login name ${username}`;

/** What was counted for a name and an address; `others` are counters that are read with them. */
export const passwordCounters = (username: string, ip: string, others: string[] = []) =>
  countersOf([
    ofPair(username, ip),
    windowKey(ofPlace(ip), QUARTER_MS),
    windowKey(ofName(username), HOUR_MS),
    ...others,
  ]);

/**
 * Must be called before a password is looked at.
 * @param username as sign-in uses it, trimmed and lower case
 * @param ip from the platform, never from what the caller sent
 * @param known what `passwordCounters` has answered
 * @param knownPlace this name signed in from here before; then strangers' failures elsewhere do not stop it
 * @returns null when the attempt must not be judged at all
 * @throws 42901 above the limit of the address, for every name and before any password is looked at
 */
export const passwordAttempt = async (
  username: string,
  ip: string,
  known: Map<string, Counter | null>,
  knownPlace: boolean,
): Promise<Attempt | null> => {
  const pair = ofPair(username, ip);
  const place = ofPlace(ip);
  const name = ofName(username);
  const tooMany = () => tooOften(adminSentences.tooManyLogins);
  const before = known.get(windowKey(place, QUARTER_MS));
  if ((before?.count ?? 0) >= environment.LOGIN_FAILURES_PER_IP) throw tooMany();
  // A waiting attempt is not counted further: a flood would otherwise lock the name, or an office, for long.
  if (!(await takeAttempt(pair, known.get(pair) ?? null))) return null;
  const [placeCount, nameCount] = await Promise.all([
    knownPlace ? 0 : addAttempts(place, QUARTER_MS, 1, before),
    knownPlace ? 0 : addAttempts(name, HOUR_MS, 1, known.get(windowKey(name, HOUR_MS))),
  ]);
  if (placeCount > environment.LOGIN_FAILURES_PER_IP) throw tooMany();
  if (nameCount > environment.LOGIN_FAILURES_PER_NAME) return null;
  return {
    succeeded: async () => {
      await Promise.all([
        attempts.remove(pair),
        knownPlace ? undefined : addAttempts(place, QUARTER_MS, -1),
        knownPlace ? undefined : addAttempts(name, HOUR_MS, -1),
      ]);
    },
  };
};

/**
 * The same for a code of the second factor: who tries one knows the password already, so what is counted for all unknown
 * addresses together stays, however many there are and however often the password is given again.
 */
export const codeAttempt = async (
  { _id, knownIps }: Pick<StoredAdmin, '_id' | 'knownIps'>,
  ip: string,
): Promise<Attempt | null> => {
  const id = limitKey('code', _id, knownIps.includes(ip) ? networkOf(ip) : '');
  // After a right code there is no counter.
  if (!(await takeAttempt(id, null))) return null;
  return { succeeded: async () => void (await attempts.remove(id)) };
};
