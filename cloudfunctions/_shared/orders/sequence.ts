import { isDuplicate, isTransactionConflict } from '../base/errors.ts';
import { limitKey } from '../base/rateLimit.ts';
import { repository, type Stored } from '../base/repository.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';

/**
 * How many orders a user has placed or taken over (`turn`). Apart from the user's record, so that many orders never
 * hold up a payment.
 */
export interface OrderSequence extends Stored {
  turn: number;
}
const sequences = repository<OrderSequence>('orderTurns');

/** Without the openid, so that nothing is left of a deleted account. */
const idOf = (openid: string) => limitKey('orders', openid);

/** Each failed try means that another order of the same user was stored, so only many concurrent calls use them up. */
const TRIES = 40;

/** Numbers are unique to the millisecond and a few digits. */
const NUMBER_TRIES = 10;

class NumberTaken extends Error {}

/** To be read before the limits are checked. */
export const sequenceOf = (openid: string): Promise<OrderSequence | null> =>
  sequences.get(idOf(openid));

const takeNext = async (transaction: Transaction, openid: string, seen: OrderSequence | null) => {
  const taken = await transaction.get<OrderSequence>('orderTurns', idOf(openid));
  if (taken?.turn !== seen?.turn) throw new NumberTaken();
  const next = { turn: (taken?.turn ?? 0) + 1 };
  if (taken) await transaction.change('orderTurns', taken, next);
  else await transaction.insert('orderTurns', { _id: idOf(openid), ...next });
};

export interface Placing<T> {
  openid: string;
  /** The counter as read before the limits were checked. */
  turn: OrderSequence | null;
  /**
   * Checks that run beside the beginning of the first transaction, which waits for them: throws if the order may not be
   * placed; answers the order of an earlier call.
   */
  checks?: Promise<T | null>;
  /** Runs in a transaction, so it may run again. */
  store: (transaction: Transaction) => Promise<T>;
  /** Throws if the order may no longer be placed; answers the order that a concurrent call of the same kind has stored. */
  recount: () => Promise<T | null>;
  /** Done beside the commit. */
  beside?: (placed: T) => Promise<unknown>;
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
  const { openid, checks, store, recount, beside } = placing;
  checks?.catch(() => undefined);
  let { turn } = placing;
  for (let tries = 1; ; tries += 1) {
    let failure: unknown;
    try {
      return await inTransaction(
        async transaction => {
          const earlier = tries === 1 ? await checks : null;
          if (earlier) return { placed: earlier, isNew: false };
          await takeNext(transaction, openid, turn);
          return { placed: await store(transaction), isNew: true };
        },
        {
          known: [known('orderTurns', idOf(openid), turn)],
          beside: async ({ placed, isNew }) => isNew && beside?.(placed),
        },
      );
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
    if (isDuplicate(failure) && now?.turn === turn?.turn && tries >= NUMBER_TRIES) throw failure;
    turn = now;
  }
};
