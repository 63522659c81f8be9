import { isDuplicate } from '../errors.ts';
import { repository, type Stored } from '../repository.ts';
import { inTransaction, type Transaction } from '../transaction.ts';

/** Number of orders a user has placed. A separate record, so that many orders do not delay a payment. */
interface OrderTurn extends Stored {
  turn: number;
}
const turns = repository<OrderTurn>('orderTurns');

/** Each failed try means that another order of the same user was stored, so only many concurrent calls use them up. */
const TRIES = 40;

class TurnPassed extends Error {}

const isConflict = (error: unknown) =>
  (error as { code?: unknown } | null)?.code === 'DATABASE_TRANSACTION_CONFLICT';

/** To be read before the limits are checked. */
export const turnOf = async (openid: string): Promise<number> =>
  (await turns.get(openid))?.turn ?? 0;

const takeTurn = async (transaction: Transaction, openid: string, turn: number) => {
  const taken = await transaction.get<OrderTurn>('orderTurns', openid);
  if ((taken?.turn ?? 0) !== turn) throw new TurnPassed();
  const next = { turn: turn + 1, rev: turn + 1, updateTime: Date.now() };
  if (taken) return transaction.update('orderTurns', openid, next);
  const fresh = { _id: openid, createTime: next.updateTime, ...next };
  return transaction.insert('orderTurns', fresh);
};

export interface Placing<T> {
  openid: string;
  /** The counter as read before the limits were checked. */
  turn: number;
  /** Runs in a transaction, so it may run again. */
  store: (transaction: Transaction) => Promise<void>;
  /**
   * Throws if the order may no longer be placed; answers the order that a concurrent call with the same key has stored.
   */
  recount: () => Promise<T | null>;
}

/**
 * Serialises the orders of one user, so that limits checked before storing still hold: each order increments the user's
 * counter in the transaction that stores it; if the counter has changed, the limits are checked again.
 * @returns the concurrent call's order, or null when this call has stored its own
 */
export const placeInTurn = async <T>(placing: Placing<T>): Promise<T | null> => {
  const { openid, store, recount } = placing;
  let { turn } = placing;
  for (let tries = 1; ; tries += 1) {
    let failure: unknown;
    try {
      await inTransaction(async transaction => {
        await takeTurn(transaction, openid, turn);
        await store(transaction);
      });
      return null;
    } catch (error) {
      const isLate = error instanceof TurnPassed || isConflict(error) || isDuplicate(error);
      if (!isLate || tries === TRIES) throw error;
      failure = error;
    }
    await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * Math.min(tries, 10)));
    const now = await turnOf(openid);
    const twin = await recount();
    if (twin) return twin;
    // No concurrent order: another unique value is duplicate, and would be again.
    if (isDuplicate(failure) && now === turn) throw failure;
    turn = now;
  }
};
