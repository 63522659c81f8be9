import { actors } from '#contract/sentences/actors.ts';
import { continueClosings } from '../_shared/accounts/closing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import type { JobOf } from '../_shared/base/jobs.ts';
import { purgeExpired } from '../_shared/base/purgeExpired.ts';
import { completeChanges } from '../_shared/base/unaudited.ts';
import { defineWorker } from '../_shared/base/worker.ts';
import { batches, recount } from '../_shared/codes/codes.ts';
import { continueJobs, expireCodes } from '../_shared/codes/jobs.ts';
import { purge as purgeMessages } from '../_shared/messages/remove.ts';
import { sendDue } from '../_shared/messages/run.ts';
import { pollRefunds } from '../_shared/refunds/poll.ts';
import { uploadDue } from '../_shared/shipping/run.ts';
import { runEngine } from '../_shared/tasks/engine.ts';
import { expireApprovals } from '../_shared/work/endRequest.ts';
import { nextTimes } from '../_shared/work/nextTimes.ts';
import { compensate } from './compensations.ts';
import { expire } from './expire.ts';
import { cleaningEnd, countUse, purge, sweep } from './files.ts';
import { attendOrders } from './orders.ts';
import { askCarriers, completeArrived, markOverdue } from './prints.ts';
import { rebuild } from './rebuild.ts';
import { recountFigures } from './recount.ts';
import { review } from './review.ts';
import { enableUsers } from './users.ts';
import { pollVideos, sweepVideos } from './videos.ts';
import { watch } from './watch.ts';

const by = (job: JobOf<'worker'>) => systemActor(actors.system, 'worker', job);

const BATCH_PAGE = 100;
const MOST_PAGES = 10;

/** Batches still in use, newest first. */
const recountOpen = async (): Promise<number> => {
  let done = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await batches.find(
      { status: _.in(['active', 'disabled']) },
      {
        sort: [['createTime', 'desc']],
        skip: page * BATCH_PAGE,
        limit: BATCH_PAGE,
        fields: ['quantity'],
      },
    );
    for (const batch of found) await recount(batch);
    done += found.length;
    if (found.length < BATCH_PAGE) break;
  }
  return done;
};

/** Expires codes and corrects the figures of their batches. */
const expireAllCodes = async () => ({
  expired: await expireCodes(),
  recounted: await recountOpen(),
});

/** What is done without being asked for and needs little memory; when, says `_shared/work/nextTimes.ts`. */
export const main = defineWorker(
  'worker',
  {
    tasks: () => runEngine(by('tasks')),
    messages: sendDue,
    orders: () => attendOrders(by('orders')),
    /** Asks about refunds, and completes what a crash interrupted. */
    refunds: () => pollRefunds(by('refunds'), endOfRun()),
    /** Tells WeChat of deliveries. */
    uploads: () => uploadDue(endOfRun()),
    videos: pollVideos,
    codeBatches: continueJobs,
    approvals: () => expireApprovals(by('approvals')),
    compensations: compensate,
    /** Completes deletions and bans that were cut off. */
    closings: () => continueClosings(by('closings')),
    enableUsers,
    parcels: askCarriers,
    arrivals: completeArrived,
    overdue: markOverdue,
    auditRows: completeChanges,
    expireCodes: expireAllCodes,
    purgeExpired,
    purgeMessages,
    sweepVideos,
    rebuildCounters: rebuild,
    /** What packages have sold, and keys with a daily limit have used. */
    recountFigures,
    /** Also tells administrators of what waits. */
    reviewTemplates: async () => ({ ...(await review()), ...(await watch()) }),
    purgeFiles: purge,
    sweepFiles: sweep,
    expireFiles: () => expire(cleaningEnd()),
    countFileUse: countUse,
  },
  nextTimes,
);
