import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { networkOf } from '../base/network.ts';
import { attempts, limitKey } from '../base/rateLimit.ts';

/**
 * In the free lane addresses take turns, because anonymous sessions cost nothing. The last turn that was given to an
 * address is kept like its other limits: its name is hashed, and it is removed after a day. The tasks do not name it.
 */
const idOf = (pool: string, ip: string) => limitKey(`turn of ${networkOf(ip)}`, pool);

/** The last turn that was given to the address; null if none was. */
export const lastTurn = async (pool: string, ip: string): Promise<number | null> =>
  (await attempts.get(idOf(pool, ip)))?.count ?? null;

/**
 * Takes the next turn of the address, `least` or later. None is given twice, however many ask at once.
 * @param known what `lastTurn` has answered
 * @returns the turn, and what gives it back
 */
export const takeTurn = async (pool: string, ip: string, least: number, known: number | null) => {
  const id = idOf(pool, ip);
  const giveBack = async () => void (await attempts.compareAndSet(id, {}, { count: _.inc(-1) }));
  for (let last = known; ; last = await lastTurn(pool, ip)) {
    const expireTime = Date.now() + DAY_MS;
    if (last === null) {
      const first = { count: least, nextTime: 0, expireTime };
      if (await attempts.insertUnlessThere(first, id)) return { turn: least, giveBack };
      continue;
    }
    const [guard, count] =
      last < least ? [_.lt(least), least] : ([_.gte(least), _.inc(1)] as const);
    const taken = await attempts.compareAndSet(id, { count: guard }, { count, expireTime });
    if (taken) return { turn: taken.count, giveBack };
  }
};
