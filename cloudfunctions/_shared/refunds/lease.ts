import { environment } from '../base/environment.ts';
import { newId } from '../base/repository.ts';
import { refunds, type Lease, type StoredRefund } from './refunds.ts';

export interface HeldRefund extends StoredRefund {
  turn: Lease;
}

/** One call of the gateway and what is written around it; renewed before the next call. */
const LEASE_MS = environment.WECHATPAY_TIMEOUT_MS + 7_000;

export const newLease = (now: number): Lease => ({ holder: newId(), until: now + LEASE_MS });

/** The same holder's, for one more call. */
export const renewedLease = ({ holder }: Lease, now: number): Lease => ({
  holder,
  until: now + LEASE_MS,
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
 * Done, or given up: the next one need not wait for its end.
 * @param more what was found out, for a refund that still stands where it stood; a notice may have moved it meanwhile
 */
export const releaseLease = async (
  { _id, turn: { holder }, status }: HeldRefund,
  more: Partial<StoredRefund> = {},
): Promise<StoredRefund | null> =>
  (await refunds.compareAndSet(_id, { 'turn.holder': holder, status }, { turn: null, ...more })) ??
  refunds.compareAndSet(_id, { 'turn.holder': holder }, { turn: null });
