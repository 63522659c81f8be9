import { _ } from './cloud.ts';
import { environment } from './environment.ts';
import { reporting } from './log.ts';
import { limitKey } from './rateLimit.ts';
import { newId, repository, type Stored } from './repository.ts';

/**
 * Advisory locks: `_id` names what is locked, and the row is there only while it is held. They spare concurrent callers
 * their conflicts; that nothing is counted twice is the transaction's care, so a holder that takes too long is passed
 * over, and a caller that has waited too long goes ahead without the lock.
 */
interface Lock extends Stored {
  holder: string;
  /** End of the lock if its holder dies. */
  until: number;
}

const locks = repository<Lock>('turns');

/** Locked by everything that changes a user's credits. */
export const lockOfUser = (userId: string) => `user_${userId}`;
/** Locked while a gift of an address is counted and given. */
export const lockOfGifts = (name: string) => `gifts_${limitKey(name)}`;

/** Milliseconds between two attempts, at first and at most; each shortened at random. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 200];

const take = async (name: string, holder: string): Promise<boolean> => {
  const now = Date.now();
  const mine = { holder, until: now + environment.TURN_MS };
  const taken =
    (await locks.insertUnlessThere(mine, name)) ??
    (await locks.compareAndSet(name, { until: _.lte(now) }, mine));
  return taken !== null;
};

const release = (names: string[], holder: string) =>
  Promise.all(names.map(name => locks.remove(name, { holder }))).catch(
    reporting('a lock was not released'),
  );

/** All of the locks or none, so that a waiting caller does not block others. */
const takeAll = async (names: string[], holder: string): Promise<boolean> => {
  const taken = await Promise.allSettled(names.map(name => take(name, holder)));
  const mine = names.filter((_name, at) => {
    const one = taken[at];
    return one?.status === 'fulfilled' && one.value;
  });
  if (mine.length === names.length) return true;
  await release(mine, holder);
  const failed = taken.find(one => one.status === 'rejected');
  if (failed) throw failed.reason;
  return false;
};

/**
 * Does the work while nobody else has these locks. Database round trips: 1 before it when the locks are free, 1 after
 * it.
 * @param names in any order; taken together
 */
export const withLocks = async <T>(names: string[], work: () => Promise<T>): Promise<T> => {
  const holder = newId();
  const end = Date.now() + environment.TURN_WAIT_MS;
  let pause = FIRST_PAUSE_MS;
  let isMine = await takeAll(names, holder);
  while (!isMine && Date.now() < end) {
    await new Promise(resolve => setTimeout(resolve, pause * (0.25 + 0.75 * Math.random())));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    const held = await locks.count({ _id: _.in(names), until: _.gt(Date.now()) });
    if (held === 0) isMine = await takeAll(names, holder);
  }
  try {
    return await work();
  } finally {
    if (isMine) await release(names, holder);
  }
};
