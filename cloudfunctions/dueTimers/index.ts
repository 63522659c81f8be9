import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { continueAll, enableUsers, expireAll } from './codes.ts';
import { askCarriers, completeArrived, markOverdue } from './prints.ts';

/** What falls due with codes, users and parcels. One function, because the platform counts them. */
export const main = defineTimerFunction('dueTimers', {
  jobs: continueAll,
  expire: expireAll,
  enable: enableUsers,
  /** Every hour. */
  complete: completeArrived,
  /** Every five minutes. */
  logistics: askCarriers,
  /** Every five minutes. */
  overdue: markOverdue,
});
