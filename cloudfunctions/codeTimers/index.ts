import { continueJobs, expireCodes } from '../_shared/codes/jobs.ts';
import { recountOpen } from '../_shared/codes/recount.ts';
import { enableUsers } from '../_shared/enableUsers.ts';
import { defineTimerFunction } from '../_shared/timerFunction.ts';

export const main = defineTimerFunction('codeTimers', {
  /** Continues unfinished jobs. */
  jobs: continueJobs,
  /** Expires codes and corrects figures. */
  expire: async () => ({ expired: await expireCodes(), recounted: await recountOpen() }),
  /** Enables users whose disabling has ended. */
  enable: enableUsers,
});
