import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { advance, videos } from '../_shared/vod/videos.ts';

const PAGE = 50;

/** Polls all due videos in processing. */
const poll = async (): Promise<number> => {
  const due = await videos.find(
    { status: 'processing', nextPollTime: _.lte(Date.now()) },
    { sort: [['nextPollTime', 'asc']], limit: PAGE },
  );
  await inParallel(due, video =>
    advance(video).catch((error: unknown) => console.error('video', video._id, error)),
  );
  return due.length;
};

/** Removes uploads that were never completed. */
const sweep = async (): Promise<number> => {
  const before = Date.now() - environment.UPLOAD_CONFIRM_MS;
  const left = await videos.find(
    { status: 'uploading', createTime: _.lt(before) },
    { sort: [['createTime', 'asc']], limit: PAGE },
  );
  await Promise.all(left.map(({ _id }) => videos.remove(_id, { status: 'uploading' })));
  return left.length;
};

export const main = defineTimerFunction('vodTimers', { poll, sweep });
