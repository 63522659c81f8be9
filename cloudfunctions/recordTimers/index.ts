import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { completeChanges } from '../_shared/base/unaudited.ts';
import { expire } from './expire.ts';
import { cleaningEnd, countUse, purge, sweep } from './files.ts';
import { rebuild } from './rebuild.ts';
import { recountFigures } from './recount.ts';
import { review } from './review.ts';

/** What keeps records true: audit rows, counters, templates, files. One function, because the platform counts them. */
export const main = defineTimerFunction('recordTimers', {
  /**
   * Completes changes whose audit row is not stored. Runs every 30 s for those older than 15 s: 45 s after the
   * change at most.
   */
  complete: completeChanges,
  /** Every hour. */
  rebuild,
  /** Every hour: what packages have sold, and keys with a daily limit have used. */
  recount: recountFigures,
  /** Every ten minutes. */
  review,
  purge,
  sweep,
  expire: () => expire(cleaningEnd()),
  countUse,
});
