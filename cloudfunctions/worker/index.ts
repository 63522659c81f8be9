import { actors } from '#contract/sentences/actors.ts';
import { continueClosings } from '../_shared/accounts/closing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import type { JobOf } from '../_shared/base/jobs.ts';
import { report } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { purgeExpired } from '../_shared/base/purgeExpired.ts';
import { completeChanges } from '../_shared/base/unaudited.ts';
import { defineWorker } from '../_shared/base/worker.ts';
import { continueJobs } from '../_shared/codes/jobs.ts';
import { purge as purgeMessages } from '../_shared/messages/remove.ts';
import { sendDue } from '../_shared/messages/run.ts';
import { pollRefunds } from '../_shared/refunds/poll.ts';
import { uploadDue } from '../_shared/shipping/run.ts';
import { runEngine } from '../_shared/tasks/engine.ts';
import { correctUse } from '../_shared/vod/uses.ts';
import { advance, finishDeletion, type StoredVideo, videos } from '../_shared/vod/videos.ts';
import { nextTimes } from '../_shared/work/nextTimes.ts';
import { enableUsers, expireAllCodes } from './codes.ts';
import { expire } from './expire.ts';
import { cleaningEnd, countUse, purge, sweep } from './files.ts';
import { attendOrders } from './orders.ts';
import { askCarriers, completeArrived, markOverdue } from './prints.ts';
import { rebuild } from './rebuild.ts';
import { recountFigures } from './recount.ts';
import { review } from './review.ts';

const PAGE = 50;

const due = (query: object) =>
  videos.find(
    { ...query, nextPollTime: _.lte(Date.now()) },
    { sort: [['nextPollTime', 'asc']], limit: PAGE },
  );

/** Goes on with all videos that are in processing, get another cover or are being deleted. */
const pollVideos = async (): Promise<number> => {
  const [processing, covers, deleting] = await Promise.all([
    due({ status: 'processing' }),
    due({ coverPending: true }),
    due({ status: 'deleting' }),
  ]);
  const work: [StoredVideo, (video: StoredVideo) => Promise<unknown>][] = [
    ...[...processing, ...covers].map(video => [video, advance] as [StoredVideo, typeof advance]),
    ...deleting.map(video => [video, finishDeletion] as [StoredVideo, typeof finishDeletion]),
  ];
  await inParallel(work, ([video, step]) =>
    step(video).catch((error: unknown) => report('left for the next run', error, video._id)),
  );
  return work.length;
};

/** Removes uploads that were never completed, and corrects which videos are in use. */
const sweepVideos = async (): Promise<number> => {
  const before = Date.now() - environment.VOD_UPLOAD_MS;
  const left = await videos.find(
    { status: 'uploading', createTime: _.lt(before) },
    { sort: [['createTime', 'asc']], limit: PAGE },
  );
  await Promise.all(left.map(({ _id }) => videos.remove(_id, { status: 'uploading' })));
  return left.length + (await correctUse());
};

/** Shorter than the function's timeout, so that a run ends by itself. */
const BUDGET_MS = 40_000;
const by = (job: JobOf<'worker'>) => systemActor(actors.system, 'worker', job);

/** What is done without being asked for and needs little memory; when, says `_shared/work/nextTimes.ts`. */
export const main = defineWorker(
  'worker',
  {
    tasks: () => runEngine(by('tasks')),
    messages: sendDue,
    orders: () => attendOrders(by('orders')),
    /** Asks about refunds, and completes what a crash interrupted. */
    refunds: () => pollRefunds(by('refunds'), Date.now() + BUDGET_MS),
    /** Tells WeChat of deliveries. */
    uploads: () => uploadDue(Date.now() + BUDGET_MS),
    videos: pollVideos,
    codeBatches: continueJobs,
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
    reviewTemplates: review,
    purgeFiles: purge,
    sweepFiles: sweep,
    expireFiles: () => expire(cleaningEnd()),
    countFileUse: countUse,
  },
  nextTimes,
);
