import { _ } from './cloud.ts';
import { environment } from './environment.ts';
import { isDuplicate } from './errors.ts';
import { newId, repository, type Stored } from './repository.ts';

/**
 * Locks: `_id` names what is locked, and the record exists only while the lock is held. They spare concurrent callers
 * transaction conflicts; correctness is up to the transaction. So an old lock is ignored, and a caller that has waited
 * too long continues without one.
 */
interface Turn extends Stored {
  holder: string;
  /** End of the lock if its holder dies. */
  until: number;
}

const turns = repository<Turn>('turns');

/** Locked by everything that changes a user's credits. */
export const turnOfUser = (userId: string) => `user_${userId}`;
export const turnOfCode = (codeId: string) => `code_${codeId}`;

/** Milliseconds between two attempts, at first and at most; each shortened at random. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 200];

const take = async (name: string, holder: string): Promise<boolean> => {
  const now = Date.now();
  const mine = { holder, until: now + environment.TURN_MS };
  try {
    await turns.insert(mine, name);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return (await turns.compareAndSet(name, { until: _.lte(now) }, mine)) !== null;
  }
};

const giveBack = (names: string[], holder: string) =>
  Promise.all(names.map(name => turns.remove(name, { holder }))).catch((error: unknown) =>
    console.error('a turn was not given back', error),
  );

/** All of the locks or none, so that a waiting caller does not block others. */
const takeAll = async (names: string[], holder: string): Promise<boolean> => {
  const taken = await Promise.allSettled(names.map(name => take(name, holder)));
  const mine = names.filter((_name, at) => {
    const one = taken[at];
    return one?.status === 'fulfilled' && one.value;
  });
  if (mine.length === names.length) return true;
  await giveBack(mine, holder);
  const failed = taken.find(one => one.status === 'rejected');
  if (failed) throw failed.reason;
  return false;
};

export interface InTurn<T> {
  /** Runs while the lock is released. */
  afterwards?: (result: T) => Promise<unknown>;
  /** Called repeatedly while waiting; throwing ends the wait. */
  meanwhile?: () => Promise<unknown>;
}

/**
 * Does the work while holding these locks. Costs one wait before it, if they are free, and one after it.
 * @param names in any order; taken together
 */
export const inTurn = async <T>(
  names: string[],
  work: () => Promise<T>,
  { afterwards, meanwhile }: InTurn<T> = {},
): Promise<T> => {
  const holder = newId();
  const end = Date.now() + environment.TURN_WAIT_MS;
  let pause = FIRST_PAUSE_MS;
  let isMine = await takeAll(names, holder);
  while (!isMine && Date.now() < end) {
    await new Promise(resolve => setTimeout(resolve, pause * (0.25 + 0.75 * Math.random())));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    await meanwhile?.();
    const held = await turns.count({ _id: _.in(names), until: _.gt(Date.now()) });
    if (held === 0) isMine = await takeAll(names, holder);
  }
  try {
    const result = await work();
    await Promise.all([isMine && giveBack(names, holder), afterwards?.(result)]);
    isMine = false;
    return result;
  } finally {
    if (isMine) await giveBack(names, holder);
  }
};
