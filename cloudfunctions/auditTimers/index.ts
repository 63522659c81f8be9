import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { completeChanges } from '../_shared/base/unaudited.ts';

export const main = defineTimerFunction('auditTimers', {
  /**
   * Completes changes whose audit row is not stored. Runs every 30 s for those older than 15 s: 45 s after the
   * change at most.
   */
  complete: completeChanges,
});
