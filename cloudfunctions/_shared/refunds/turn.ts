import { environment } from '../environment.ts';
import { newId } from '../repository.ts';
import { refunds, type StoredRefund } from './refunds.ts';

/**
 * The right to call the gateway about one refund. Every caller that queries, submits or voids takes it first, by
 * compare-and-set in the refund, and works on the record that this returns. It expires in case its holder dies.
 */
export interface Turn {
  holder: string;
  until: number;
}

export interface HeldRefund extends StoredRefund {
  turn: Turn;
}

/** One gateway call and its writes; renewed before the next call. */
const TURN_MS = environment.WECHATPAY_TIMEOUT_MS + 7_000;

export const newTurn = (now: number): Turn => ({ holder: newId(), until: now + TURN_MS });

/** Renews the holder's turn for another call. */
export const renewed = ({ holder }: Turn, now: number): Turn => ({ holder, until: now + TURN_MS });

export const holds = (refund: StoredRefund, holder: string | undefined): boolean =>
  holder !== undefined && refund.turn?.holder === holder;

/**
 * @param seen the version the decision is based on; if it has changed, the turn is not given
 * @param more further fields to change
 * @returns the current refund; null when another caller has the turn or changed the refund
 */
export const takeTurn = async (
  seen: StoredRefund,
  more: (turn: Turn) => Partial<StoredRefund> = () => ({}),
): Promise<HeldRefund | null> => {
  const now = Date.now();
  if (seen.turn && seen.turn.until > now) return null;
  const turn = newTurn(now);
  const patch = { turn, ...more(turn) };
  return (await refunds.compareAndSet(seen._id, { rev: seen.rev }, patch)) as HeldRefund | null;
};

/**
 * Releases the turn before it expires.
 * @param more what was found out, for a refund whose state has not changed; a notice may have changed it meanwhile
 */
export const giveBack = async (
  { _id, turn: { holder }, status }: HeldRefund,
  more: Partial<StoredRefund> = {},
): Promise<StoredRefund | null> =>
  (await refunds.compareAndSet(_id, { 'turn.holder': holder, status }, { turn: null, ...more })) ??
  refunds.compareAndSet(_id, { 'turn.holder': holder }, { turn: null });
