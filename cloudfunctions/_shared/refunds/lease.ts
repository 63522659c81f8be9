import { environment } from '../base/environment.ts';
import { heldLease } from '../base/lease.ts';
import { newId } from '../base/repository.ts';
import { type Lease, refunds, type StoredRefund } from './refunds.ts';

export interface HeldRefund extends StoredRefund {
  turn: Lease;
}

/** For one gateway call and its writes; renewed before the next call. */
const LEASE_MS = () => environment.WECHATPAY_TIMEOUT_MS + 7_000;

const lease = heldLease(
  refunds,
  {
    holder: 'turn.holder',
    held: (holder, until) => ({ turn: { holder, until } }),
    free: { turn: null },
  },
  LEASE_MS,
);

/** The lease of a refund that is about to be stored. */
export const newLease = (now: number): Lease => ({ holder: newId(), until: now + LEASE_MS() });

/** Renews the holder's turn for another call. */
export const renewedLease = ({ holder }: Lease, now: number): Lease => ({
  holder,
  until: now + LEASE_MS(),
});

export const holdsLease = (refund: StoredRefund, holder: string | undefined): boolean =>
  holder !== undefined && refund.turn?.holder === holder;

/**
 * @param seen what the decision to speak rests on; if it has changed since, there is no lease
 * @param more what changes with it, by when it ends
 * @returns the refund as it is now; null when another caller has the lease, or was quicker
 */
export const takeLease = async (
  seen: StoredRefund,
  more?: (until: number) => Partial<StoredRefund>,
): Promise<HeldRefund | null> => {
  if (seen.turn && seen.turn.until > Date.now()) return null;
  return (await lease.take(seen._id, { rev: seen.rev }, more)) as HeldRefund | null;
};

/**
 * Releases the turn before it expires.
 * @param more what was found out, for a refund whose state has not changed; a notice may have changed it meanwhile
 */
export const releaseLease = async (
  held: HeldRefund,
  more: Partial<StoredRefund> = {},
): Promise<StoredRefund | null> =>
  (await lease.release(held, { status: held.status }, more)) ?? lease.release(held);
