import type * as turns from '#cloudfunctions/_shared/refunds/lease.ts';
import { refunds } from '#cloudfunctions/_shared/refunds/refunds.ts';

const ANYBODY = 'anybody';

/**
 * The turn at a refund switched off: whoever asks has it, and everybody has the same one. In the place of the module, so
 * that it stays shown that the simulation finds what the turn is there for.
 */
export const withoutTurns = (original: typeof turns): typeof turns => {
  const newTurn = (now: number) => ({ ...original.newTurn(now), holder: ANYBODY });
  return {
    ...original,
    newTurn,
    holds: () => true,
    takeTurn: async (seen, more = () => ({})) => {
      const turn = newTurn(Date.now());
      const patch = { turn, ...more(turn) };
      return (await refunds.compareAndSet(seen._id, {}, patch)) as turns.HeldRefund | null;
    },
    giveBack: ({ _id }, more = {}) => refunds.compareAndSet(_id, {}, more),
  };
};
