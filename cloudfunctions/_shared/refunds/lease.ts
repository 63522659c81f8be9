import { environment } from '../base/environment.ts';
import { newId } from '../base/repository.ts';
import { refunds, type StoredRefund, type Turn } from './refunds.ts';

export interface HeldRefund extends StoredRefund {
  turn: Turn;
}

/** One call of the gateway and what is written around it; renewed before the next call. */
const TURN_MS = environment.WECHATPAY_TIMEOUT_MS + 7_000;

export const newTurn = (now: number): Turn => ({ holder: newId(), until: now + TURN_MS });

/** The same holder's, for one more call. */
export const renewed = ({ holder }: Turn, now: number): Turn => ({ holder, until: now + TURN_MS });

export const holds = (refund: StoredRefund, holder: string | undefined): boolean =>
  holder !== undefined && refund.turn?.holder === holder;

/**
 * @param seen what the decision to speak rests on; if it has changed since, there is no turn
 * @param more what changes with it
 * @returns the refund as it is now; null when somebody else has the turn, or was quicker
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
 * Done, or given up: the next one need not wait for its end.
 * @param more what was found out, for a refund that still stands where it stood; a notice may have moved it meanwhile
 */
export const giveBack = async (
  { _id, turn: { holder }, status }: HeldRefund,
  more: Partial<StoredRefund> = {},
): Promise<StoredRefund | null> =>
  (await refunds.compareAndSet(_id, { 'turn.holder': holder, status }, { turn: null, ...more })) ??
  refunds.compareAndSet(_id, { 'turn.holder': holder }, { turn: null });
