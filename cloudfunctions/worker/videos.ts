import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import { reporting } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { correctUse } from '../_shared/vod/uses.ts';
import { advance, finishDeletion, type StoredVideo, videos } from '../_shared/vod/videos.ts';

const PAGE = 50;

const due = (query: object) =>
  videos.find(
    { ...query, nextPollTime: _.lte(Date.now()) },
    { sort: [['nextPollTime', 'asc']], limit: PAGE },
  );

/** Goes on with all videos that are in processing, get another cover or are being deleted. */
export const pollVideos = async (): Promise<number> => {
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
export const sweepVideos = async (): Promise<number> => {
  const before = Date.now() - environment.VOD_UPLOAD_MS;
  const left = await videos.find(
    { status: 'uploading', createTime: _.lt(before) },
    { sort: [['createTime', 'asc']], limit: PAGE },
  );
  await Promise.all(left.map(({ _id }) => videos.remove(_id, { status: 'uploading' })));
  return left.length + (await correctUse());
};
