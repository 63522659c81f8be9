import { isDuplicate, isTransactionConflict } from '../base/errors.ts';
import { repository, type Stored } from '../base/repository.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';

/**
 * How many orders a user has placed or taken over (`turn`). Apart from the user's record, so that many orders never
 * hold up a payment.
 */
interface OrderSequence extends Stored {
  turn: number;
}
const sequences = repository<OrderSequence>('orderTurns');

/** Each failed try means that another order of the same user was stored, so only many concurrent calls use them up. */
const TRIES = 40;

/** Numbers are unique to the millisecond and a few digits. */
const NUMBER_TRIES = 10;

class NumberTaken extends Error {}

/** To be read before the limits are checked. */
export const sequenceOf = async (openid: string): Promise<number> =>
  (await sequences.get(openid))?.turn ?? 0;

const takeNext = async (transaction: Transaction, openid: string, turn: number) => {
  const taken = await transaction.get<OrderSequence>('orderTurns', openid);
  if ((taken?.turn ?? 0) !== turn) throw new NumberTaken();
  const next = { turn: turn + 1 };
  if (taken) await transaction.change('orderTurns', taken, next);
  else await transaction.insert('orderTurns', { _id: openid, ...next });
};

export interface Placing<T> {
  openid: string;
  /** The counter as read before the limits were checked. */
  turn: number;
  /** Runs in a transaction, so it may run again. */
  store: (transaction: Transaction) => Promise<T>;
  /** Throws if the order may no longer be placed; answers the order that a concurrent call of the same kind has stored. */
  recount: () => Promise<T | null>;
}

/**
 * One user's orders come into being one after another, so that what was counted before one is stored still holds when
 * it is: every order takes its user's next number in the transaction that stores it; a call that finds it taken counts
 * anew.
 * @returns what this call has stored, or what its twin had
 */
export const placeInSequence = async <T>(
  placing: Placing<T>,
): Promise<{ placed: T; isNew: boolean }> => {
  const { openid, store, recount } = placing;
  let { turn } = placing;
  for (let tries = 1; ; tries += 1) {
    let failure: unknown;
    try {
      const placed = await inTransaction(async transaction => {
        await takeNext(transaction, openid, turn);
        return store(transaction);
      });
      return { placed, isNew: true };
    } catch (error) {
      const isLate =
        error instanceof NumberTaken || isTransactionConflict(error) || isDuplicate(error);
      if (!isLate || tries === TRIES) throw error;
      failure = error;
    }
    await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * Math.min(tries, 10)));
    const now = await sequenceOf(openid);
    const twin = await recount();
    if (twin) return { placed: twin, isNew: false };
    // No concurrent order: another unique value is duplicate. A number is drawn anew, anything else would be so again.
    if (isDuplicate(failure) && now === turn && tries >= NUMBER_TRIES) throw failure;
    turn = now;
  }
};
