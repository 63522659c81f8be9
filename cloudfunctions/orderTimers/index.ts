import { systemActor } from '../_shared/base/actor.ts';
import { pollRefunds } from '../_shared/refunds/poll.ts';
import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { closeExpired, fulfilLeftBehind } from './orders.ts';

/** Well inside the function's own time limit, so that a run ends by itself. */
const BUDGET_MS = 40_000;

export const main = defineTimerFunction('orderTimers', {
  /** Every minute. */
  orders: async () => {
    const until = Date.now() + BUDGET_MS;
    const closed = await closeExpired(systemActor('系统', 'orderTimers', 'orders'), until);
    const fulfilled = await fulfilLeftBehind(systemActor('系统', 'orderTimers', 'orders'), until);
    return { ...closed, ...fulfilled };
  },

  /** Every ten seconds: what a crash left behind arrives within a minute. */
  refunds: () => pollRefunds(systemActor('系统', 'orderTimers', 'refunds'), Date.now() + BUDGET_MS),
});
