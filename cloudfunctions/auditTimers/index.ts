import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { completeChanges } from '../_shared/base/unaudited.ts';

export const main = defineTimerFunction('auditTimers', {
  /**
   * Completes changes whose audit row is not stored. Runs every 15 s for those older than 15 s: half a minute after the
   * change at most.
   */
  complete: completeChanges,
});
