import type * as turns from '#cloudfunctions/_shared/refunds/turn.ts';
import { refunds } from '#cloudfunctions/_shared/refunds/refunds.ts';

const ANYBODY = 'anybody';

/**
 * Disables the turn of refunds: every caller gets it at once. Replaces the module, to show that the simulation finds
 * the errors that the turn prevents.
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
