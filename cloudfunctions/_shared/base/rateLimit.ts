import { codes } from '#contract/envelope.ts';
import { _ } from './cloud.ts';
import { environment } from './environment.ts';
import { ActionError } from './errors.ts';
import { hashOf } from './ids.ts';
import { networkOf } from './network.ts';
import { repository, type Stored } from './repository.ts';

/**
 * Attempts are counted in the database, because the cloud runs many instances of a function, and before they are
 * judged, because concurrent attempts would otherwise all pass the check.
 */
export interface Counter extends Stored {
  count: number;
  /** The next attempt is judged after this instant; 0 while attempts are free. */
  nextTime: number;
  expireTime: number;
}

export const attempts = repository<Counter>('rateLimits');

/** Names and addresses are hashed: ids stay short and valid, and the collection reveals no names. */
export const limitKey = (...parts: string[]) => hashOf(parts, 40);

/** Counters as they are now, to be read beside other things; null for those that are not there. One request. */
export const countersOf = async (ids: string[]): Promise<Map<string, Counter | null>> => {
  const found =
    ids.length === 0 ? [] : await attempts.find({ _id: _.in(ids) }, { limit: ids.length });
  return new Map(ids.map(id => [id, found.find(({ _id }) => _id === id) ?? null]));
};

const windowStart = (windowMs: number) => Math.floor(Date.now() / windowMs) * windowMs;

/** The id of what `addAttempts` counts in this window. */
export const windowKey = (name: string, windowMs: number) =>
  limitKey(name, String(windowStart(windowMs)));

/**
 * Increments a counter of one time window and returns its new value.
 * @param known the counter as it was read before; null where it was not there
 */
export const addAttempts = async (
  name: string,
  windowMs: number,
  amount = 1,
  known?: Counter | null,
): Promise<number> => {
  const start = windowStart(windowMs);
  const id = limitKey(name, String(start));
  for (let isThere = known !== null; ; isThere = true) {
    const counted = isThere && (await attempts.compareAndSet(id, {}, { count: _.inc(amount) }));
    if (counted) return counted.count;
    const first = { count: amount, nextTime: 0, expireTime: start + windowMs };
    if (await attempts.insertUnlessThere(first, id)) return amount;
  }
};

export const tooOften = (message?: string) => new ActionError(codes.tooOften, message);

const MINUTE_MS = 60_000;
/** This part of the limit is written at once. */
const WRITTEN_SHARE = 0.01;

/** What this instance has counted of each network's calls and not written yet, of one minute and under one limit. */
const unwritten = new Map<string, number>();
let period = '';

/**
 * Of what stands before every call of a visitor: an instance writes its count once it is a hundredth of the limit, so that
 * few calls wait for it. Below that, each instance lets as many more through; once over the limit, it asks at each call.
 * @throws 42901
 */
export const limitPublicCalls = async (ip: string): Promise<void> => {
  const limit = environment.PUBLIC_CALLS_PER_MINUTE;
  const atOnce = Math.max(1, Math.floor(limit * WRITTEN_SHARE));
  const current = `${Math.floor(Date.now() / MINUTE_MS)} ${limit}`;
  if (current !== period) unwritten.clear();
  period = current;
  const network = networkOf(ip);
  const counted = (unwritten.get(network) ?? 0) + 1;
  unwritten.set(network, counted % atOnce);
  if (counted < atOnce) return;
  const calls = await addAttempts(`public ${network}`, MINUTE_MS, counted);
  if (calls <= limit) return;
  unwritten.set(network, atOnce - 1);
  throw tooOften();
};
