import { actors } from '#contract/sentences/actors.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { continueClosings } from '../_shared/accounts/closing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { eachDue, findDue } from '../_shared/base/eachDue.ts';
import { environment } from '../_shared/base/environment.ts';
import type { JobOf } from '../_shared/base/jobs.ts';
import { reporting } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { purgeExpired } from '../_shared/base/purgeExpired.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { completeChanges } from '../_shared/base/unaudited.ts';
import { defineWorker } from '../_shared/base/worker.ts';
import { batches, recount } from '../_shared/codes/codes.ts';
import { continueJobs, expireCodes } from '../_shared/codes/jobs.ts';
import { purge as purgeMessages } from '../_shared/messages/remove.ts';
import { sendDue } from '../_shared/messages/run.ts';
import { uploadGoods } from '../_shared/orders/uploadGoods.ts';
import { pollRefunds } from '../_shared/refunds/poll.ts';
import { uploadDue } from '../_shared/shipping/run.ts';
import { runEngine } from '../_shared/tasks/engine.ts';
import { type StoredUser, users } from '../_shared/users/ledger.ts';
import { userLogRow } from '../_shared/users/userLog.ts';
import { correctUse } from '../_shared/vod/uses.ts';
import { advance, finishDeletion, type StoredVideo, videos } from '../_shared/vod/videos.ts';
import { expireApprovals } from '../_shared/work/endRequest.ts';
import { nextTimes } from '../_shared/work/nextTimes.ts';
import { compensate } from './compensations.ts';
import { eraseRecords } from './erase.ts';
import { expire } from './expire.ts';
import { cleaningEnd, countUse, purge, sweep } from './files.ts';
import { attendOrders } from './orders.ts';
import { askCarriers, completeArrived, erasePhotos, markOverdue } from './prints.ts';
import { rebuild } from './rebuild.ts';
import { recountFigures } from './recount.ts';
import { review } from './review.ts';
import { moveTemplates } from './templateTimes.ts';
import { watch } from './watch.ts';

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
    step(video).catch(reporting('left for the next run', video._id)),
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

/** Unless the user was disabled again meanwhile. */
const enable = (id: string): Promise<boolean> =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredUser>('users', id);
    const { status, disabledUntil } = before;
    if (status !== 'disabled' || !disabledUntil || disabledUntil > transaction.now) return false;
    const patch = { status: 'normal', statusReason: '', disabledUntil: null } as const;
    const after = await transaction.change('users', before, patch, {
      by: systemActor(actors.system, 'worker', 'enableUsers'),
      resource: 'user',
      reason: userSentences.enabledAgain,
    });
    const title = userSentences.enabledAgain;
    const entry = { type: 'status', title, operator: actors.system } as const;
    await transaction.insert('userLogs', userLogRow(after, entry));
    return true;
  });

/** Enables users whose disabling has ended. */
const enableUsers = async (): Promise<number> => {
  const now = Date.now();
  const { done } = await eachDue({
    find: page =>
      findDue(users, 'disabledUntil', { status: 'disabled' }, { fields: ['_id'], ...page }, now),
    work: ({ _id }) => enable(_id),
  });
  return done;
};

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
    /** Reports deliveries to WeChat. */
    uploads: () => uploadDue(endOfRun()),
    virtualGoods: () => uploadGoods(endOfRun()),
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
    templateTimes: moveTemplates,
    auditRows: completeChanges,
    expireCodes: expireAllCodes,
    purgeExpired,
    purgeMessages,
    eraseRecords,
    sweepVideos,
    rebuildCounters: rebuild,
    /** What packages have sold, and keys with a daily limit have used. */
    recountFigures,
    /** Also informs administrators of what waits. */
    reviewTemplates: async () => ({ ...(await review()), ...(await watch()) }),
    purgeFiles: purge,
    sweepFiles: sweep,
    expireFiles: async () => ({
      prints: await erasePhotos(cleaningEnd()),
      ...(await expire(cleaningEnd())),
    }),
    countFileUse: countUse,
  },
  nextTimes,
);
