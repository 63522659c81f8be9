import { _ } from './cloud.ts';
import { environment } from './environment.ts';
import { isDuplicate } from './errors.ts';
import { newId, repository, type Stored } from './repository.ts';

/**
 * Whose turn it is: `_id` names what is taken in turn, and the row is there only while somebody is at it. It spares
 * those who come at once their conflicts; that nothing is counted twice is the transaction's care, so whoever holds a
 * turn for too long is passed over, and whoever has waited too long goes ahead without one.
 */
interface Turn extends Stored {
  holder: string;
  /** Passed over from then on: he died, or the database lost him. */
  until: number;
}

const turns = repository<Turn>('turns');

/** Whatever moves somebody's credits: adjustments, gifts, codes, orders, held and returned credits. */
export const turnOfUser = (userId: string) => `user_${userId}`;
export const turnOfCode = (codeId: string) => `code_${codeId}`;

/** Milliseconds between two looks, at first and at last; each shortened by chance. */
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

/** All of them or none, so that nobody who waits holds up another. */
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
  /** Done beside giving the turn back. */
  afterwards?: (result: T) => Promise<unknown>;
  /** Asked again and again by whoever waits; what it throws ends his wait. */
  meanwhile?: () => Promise<unknown>;
}

/**
 * Does the work while nobody else has these turns. Costs one wait before it when nobody is at it, and one after it.
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
