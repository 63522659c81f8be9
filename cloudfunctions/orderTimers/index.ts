import { actors } from '#contract/sentences/actors.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { pollRefunds } from '../_shared/refunds/poll.ts';
import { uploadDue } from '../_shared/shipping/run.ts';
import { askAboutPayments, closeExpired, fulfilLeftBehind } from './orders.ts';

/** Shorter than the function's timeout, so that a run ends by itself. */
const BUDGET_MS = 40_000;

export const main = defineTimerFunction('orderTimers', {
  /** Every minute. */
  orders: async () => {
    const now = Date.now();
    const actor = systemActor(actors.system, 'orderTimers', 'orders');
    // A gateway that is silent keeps neither the grants nor the closing waiting for ever.
    const granted = await fulfilLeftBehind(actor, now + BUDGET_MS / 4);
    const asked = await askAboutPayments(actor, now + BUDGET_MS / 2);
    const closed = await closeExpired(actor, now + BUDGET_MS);
    return { ...granted, ...asked, ...closed };
  },

  /** Every ten seconds: tells WeChat of deliveries. */
  uploads: () => uploadDue(Date.now() + BUDGET_MS),

  /** Every ten seconds: completes what a crash interrupted within a minute. */
  refunds: () =>
    pollRefunds(systemActor(actors.system, 'orderTimers', 'refunds'), Date.now() + BUDGET_MS),
});
