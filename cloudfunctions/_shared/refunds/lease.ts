import { environment } from '../base/environment.ts';
import { newId } from '../base/repository.ts';
import { type Lease, refunds, type StoredRefund } from './refunds.ts';

export interface HeldRefund extends StoredRefund {
  turn: Lease;
}

/** For one gateway call and its writes; renewed before the next call. */
const endOf = (now: number) => now + environment.WECHATPAY_TIMEOUT_MS + 7_000;

export const newLease = (now: number): Lease => ({ holder: newId(), until: endOf(now) });

/** Renews the holder's turn for another call. */
export const renewedLease = ({ holder }: Lease, now: number): Lease => ({
  holder,
  until: endOf(now),
});

export const holdsLease = (refund: StoredRefund, holder: string | undefined): boolean =>
  holder !== undefined && refund.turn?.holder === holder;

/**
 * @param seen what the decision to speak rests on; if it has changed since, there is no lease
 * @param more what changes with it
 * @returns the refund as it is now; null when somebody else has the lease, or was quicker
 */
export const takeLease = async (
  seen: StoredRefund,
  more: (turn: Lease) => Partial<StoredRefund> = () => ({}),
): Promise<HeldRefund | null> => {
  const now = Date.now();
  if (seen.turn && seen.turn.until > now) return null;
  const turn = newLease(now);
  const patch = { turn, ...more(turn) };
  return (await refunds.compareAndSet(seen._id, { rev: seen.rev }, patch)) as HeldRefund | null;
};

/**
 * Releases the turn before it expires.
 * @param more what was found out, for a refund whose state has not changed; a notice may have changed it meanwhile
 */
export const releaseLease = async (
  { _id, turn: { holder }, status }: HeldRefund,
  more: Partial<StoredRefund> = {},
): Promise<StoredRefund | null> =>
  (await refunds.compareAndSet(_id, { 'turn.holder': holder, status }, { turn: null, ...more })) ??
  refunds.compareAndSet(_id, { 'turn.holder': holder }, { turn: null });
