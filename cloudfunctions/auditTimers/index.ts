import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { completeChanges } from '../_shared/base/unaudited.ts';

export const main = defineTimerFunction('auditTimers', {
  /** Changes whose audit row is not stored. Every 15 s those older than 15 s: half a minute after the change at most. */
  complete: completeChanges,
});
