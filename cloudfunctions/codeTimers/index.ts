import { continueJobs, expireCodes } from '../_shared/codes/jobs.ts';
import { recountOpen } from '../_shared/codes/recount.ts';
import { enableUsers } from '../_shared/enableUsers.ts';
import { defineTimerFunction } from '../_shared/timerFunction.ts';

export const main = defineTimerFunction('codeTimers', {
  /** What a call began and could not finish. */
  jobs: continueJobs,
  /** Codes whose time has come, and figures that a lost step left behind. */
  expire: async () => ({ expired: await expireCodes(), recounted: await recountOpen() }),
  /** Users whose time is over. */
  enable: enableUsers,
});
