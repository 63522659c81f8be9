import type * as leases from '#cloudfunctions/_shared/refunds/lease.ts';
import { refunds } from '#cloudfunctions/_shared/refunds/refunds.ts';

const SHARED = 'shared';

/**
 * The lease on a refund switched off: every caller has it, and all have the same one. In the place of the module, so
 * that it stays shown that the simulation finds what the lease is there for.
 */
export const withoutLeases = (original: typeof leases): typeof leases => {
  const newLease = (now: number) => ({ ...original.newLease(now), holder: SHARED });
  return {
    ...original,
    newLease,
    holdsLease: () => true,
    takeLease: async (seen, more = () => ({})) => {
      const turn = newLease(Date.now());
      const patch = { turn, ...more(turn.until) };
      return (await refunds.compareAndSet(seen._id, {}, patch)) as leases.HeldRefund | null;
    },
    releaseLease: ({ _id }, more = {}) => refunds.compareAndSet(_id, {}, more),
  };
};
