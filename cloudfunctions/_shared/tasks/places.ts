import { dayOf } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { keyDays, type StoredApiKey } from './keys.ts';
import { type Lane, laneOf } from './rank.ts';
import { tasks } from './tasks.ts';

/** Slots of one pool that are looked at: more than any installation has. */
const MOST_SLOTS = 1_000;

export type QueueKey = Pick<
  StoredApiKey,
  '_id' | 'name' | 'pool' | 'status' | 'weight' | 'maxConcurrency' | 'dailyCoinsCap' | 'restUntil'
>;

/** A slot that no task has. */
export interface Place {
  key: QueueKey;
  slot: string;
  /** Free tasks may take it too. */
  isForAll: boolean;
}

const overCap = async (keys: QueueKey[], now: number): Promise<Set<string>> => {
  const capped = keys.filter(({ dailyCoinsCap }) => dailyCoinsCap !== null);
  if (capped.length === 0) return new Set();
  const ids = capped.map(({ _id }) => `${_id}_${dayOf(now)}`);
  const rows = await keyDays.find({ _id: _.in(ids) }, { limit: ids.length });
  const spent = new Map(rows.map(({ _id, coins }) => [_id, coins]));
  return new Set(
    capped
      .filter(
        ({ _id, dailyCoinsCap }) => (spent.get(`${_id}_${dayOf(now)}`) ?? 0) >= dailyCoinsCap!,
      )
      .map(({ _id }) => _id),
  );
};

/**
 * How many slots of each key free tasks may have, its first ones: of all slots together what the share leaves, and one
 * at least. Which slots these are depends on the keys alone, so runs at the same time agree on it, and a slot is unique.
 * @param paidShare percent
 */
const slotsForAll = (
  keys: Pick<QueueKey, '_id' | 'maxConcurrency'>[],
  paidShare: number,
): Map<string, number> => {
  const total = keys.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  const free = Math.floor((total * (100 - paidShare)) / 100);
  const most = paidShare < 100 ? Math.max(1, free) : 0;
  const upTo = (slots: number) => Math.floor((most * slots) / total);
  let before = 0;
  return new Map(
    [...keys]
      .sort((a, b) => (a._id < b._id ? -1 : 1))
      .map(({ _id, maxConcurrency }) => {
        const its = upTo(before + maxConcurrency) - upTo(before);
        before += maxConcurrency;
        return [_id, its];
      }),
  );
};

/** The free slots of the keys of a pool. A key that rests counts for the share, one that has spent its coins does not. */
export const freePlaces = async (
  active: QueueKey[],
  paidShare: number,
  now: number,
): Promise<Place[]> => {
  const ids = active.map(({ _id }) => _id);
  const [taken, spent] = await Promise.all([
    tasks.find({ slotKey: _.in(ids) }, { limit: MOST_SLOTS, fields: ['slot', 'slotKey', 'rank'] }),
    overCap(active, now),
  ]);
  const keys = active.filter(({ _id }) => !spent.has(_id));
  const forAll = slotsForAll(keys, paidShare);
  return keys
    .filter(({ restUntil }) => (restUntil ?? 0) <= now)
    .flatMap(key => {
      const its = taken.filter(({ slotKey }) => slotKey === key._id);
      const all = Array.from({ length: key.maxConcurrency }, (_none, at) => at);
      const free = all.filter(at => !its.some(({ slot }) => slot === slotOf(key, at)));
      // After the limit was lowered, more places may be taken than it allows.
      const left = free.slice(0, Math.max(0, key.maxConcurrency - its.length));
      const most = forAll.get(key._id)!;
      const held = its.filter(task => laneOf(task) === 'free').length;
      const open = left.filter(at => at < most).slice(0, Math.max(0, most - held));
      return left.map(at => ({ key, slot: slotOf(key, at), isForAll: open.includes(at) }));
    });
};

const slotOf = ({ _id }: Pick<QueueKey, '_id'>, at: number) => `${_id}#${at}`;

/** Those who pay take first what others may not have. */
const openTo = (lane: Lane, places: Place[]): Place[] => {
  if (lane === 'free') return places.filter(({ isForAll }) => isForAll);
  const kept = places.filter(({ isForAll }) => !isForAll);
  return kept.length > 0 ? kept : places;
};

/** A place for a task of the lane: of the keys that have one, by weight, and by how much of the key is free. */
export const choose = (lane: Lane, places: Place[]): Place | undefined => {
  const open = openTo(lane, places);
  const slotsOf = (key: QueueKey) => open.filter(place => place.key === key);
  const keys = [...new Set(open.map(({ key }) => key))];
  const shares = keys.map(key => key.weight * (slotsOf(key).length / key.maxConcurrency));
  let left = Math.random() * shares.reduce((sum, share) => sum + share, 0);
  const chosen = keys.find((_one, at) => (left -= shares[at]!) < 0) ?? keys[0];
  return open.find(({ key }) => key === chosen);
};
