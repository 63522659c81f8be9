import { randomInt } from 'node:crypto';
import { videoSentences } from '#contract/sentences/videos.ts';
import { mayMove } from '#contract/states.ts';
import { type VideoStatus, videoStatuses, videoTransitions, vodActions } from '#contract/video.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import { changeRecord, insertRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { newId } from '../_shared/base/repository.ts';
import { gramsOf } from '../_shared/base/search.ts';
import { unavailable, vod, vodKeys } from '../_shared/vod/client.ts';
import { uploadSignature } from '../_shared/vod/signing.ts';
import { advance, type StoredVideo, videos, vodSettings } from '../_shared/vod/videos.ts';
import { tryVideoService } from './probe.ts';

const list = listing<StoredVideo>({
  collection: 'videos',
  defaultSort: [['createTime', 'desc']],
  stateField: 'status',
  states: Object.keys(videoStatuses),
  searchField: 'name',
});

const OWN_ADDRESS = 'https://vod.tencentcloudapi.com';

/** The service keeps its data about a task for three days. */
const DEADLINE_MS = 3 * 86_400_000;

interface SignatureRequest {
  fileName?: string | undefined;
  size?: number | undefined;
  videoId?: string | undefined;
}

/** '' for the service's own address, which the browser's SDK knows. */
const uploadEndpoint = () =>
  environment.VOD_BASE_URL === OWN_ADDRESS ? '' : environment.VOD_BASE_URL;

const byFileId = async (fileId: string): Promise<StoredVideo | null> =>
  (await videos.find({ fileId }, { limit: 1 }))[0] ?? null;

/** The upload of this file, as named by the service and not by the browser. */
const uploaded = async (fileId: string, subAppId: string): Promise<StoredVideo> => {
  const media = await vod(subAppId).media(fileId);
  if (media.kind === 'unknown') throw unavailable();
  const info = media.kind === 'ok' ? media.data : null;
  const ours = info?.BasicInfo?.SourceInfo?.SourceContext;
  const known = ours ? await videos.get(ours) : null;
  if (!known) throw notFound();
  const linked = await videos.compareAndSet(
    known._id,
    { status: 'uploading' },
    { fileId, status: 'uploaded', sizeBytes: info?.MetaData?.Size ?? known.sizeBytes },
  );
  const found = linked ?? (await byFileId(fileId));
  if (!found) throw notFound();
  return found;
};

export const main = defineFunction('vodService', vodActions, {
  getUploadSignature: withLoad(
    ({ videoId }: SignatureRequest) =>
      Promise.all([vodSettings(), videoId ? videos.get(videoId) : null]),
    async (
      { fileName = videoSentences.unnamed, size = 0, videoId },
      context,
      [settings, known],
    ) => {
      const { subAppId, procedure, classId } = settings;
      const keys = vodKeys();
      const admin = await context.admin();
      const _id = videoId ?? newId();
      const now = Math.floor(Date.now() / 1_000);
      const expire = now + environment.VOD_SIGNATURE_SECONDS;
      const random = randomInt(2 ** 32);
      // No procedure: `processVideo` chooses the processing, the browser cannot.
      const leave = { now, expire, random, procedure: '', classId, sourceContext: _id, subAppId };
      const answer = {
        signature: uploadSignature(keys, leave),
        expireTime: expire * 1_000,
        videoId: _id,
        endpoint: uploadEndpoint(),
      };
      if (videoId) {
        const mine = known?.status === 'uploading' && known.createBy?.adminId === admin._id;
        if (!mine) throw notFound();
        return answer;
      }
      await insertRecord(
        videos,
        {
          fileId: `upload_${_id}`,
          name: fileName,
          grams: gramsOf(fileName),
          sizeBytes: size,
          durationSec: 0,
          width: 0,
          height: 0,
          coverUrl: '',
          mediaUrl: '',
          progress: 0,
          status: 'uploading' as const,
          procedure,
          subAppId,
          errorMessage: '',
          taskId: '',
          sessionId: '',
          polls: 0,
          nextPollTime: 0,
          deadline: 0,
          createBy: authorOf(admin),
        },
        _id,
        { by: await actorOf(context), resource: 'video' },
      );
      return answer;
    },
  ),

  processVideo: withLoad(
    ({ fileId }) => Promise.all([byFileId(fileId), vodSettings()]),
    async ({ fileId }, context, [found, { subAppId, procedure }]) => {
      const video = found ?? (await uploaded(fileId, subAppId));
      if (!mayMove(videoTransitions, video.status, 'processing')) {
        throw stateNotAllowed(videoSentences.notProcessable(videoStatuses[video.status].label));
      }
      const now = Date.now();
      // Stored before the request, so that a lost answer can be looked up.
      const claimed = await changeRecord(
        videos,
        video,
        { status: video.status, rev: video.rev },
        {
          status: 'processing',
          procedure,
          subAppId,
          taskId: '',
          sessionId: newId(),
          progress: 0,
          errorMessage: '',
          polls: 0,
          deadline: now + DEADLINE_MS,
          nextPollTime: now + environment.VOD_POLL_MS,
        },
        { by: await actorOf(context), resource: 'video' },
      );
      if (!claimed) throw stateNotAllowed(videoSentences.changedMeanwhile);
      return (await advance(claimed)) ?? claimed;
    },
  ),

  getVideoStatus: async ({ fileId }) => {
    const video = await byFileId(fileId);
    if (!video) throw notFound();
    return video;
  },

  getVideos: request => list(request),

  testService: () => tryVideoService(),

  deleteVideo: withLoad(
    ({ fileId }) => byFileId(fileId),
    async ({ fileId }, context, video) => {
      if (!video) throw notFound();
      const busy: VideoStatus[] = ['processing'];
      if (busy.includes(video.status)) throw stateNotAllowed(videoSentences.beingProcessed);
      if (video.status !== 'uploading') {
        const gone = await vod(video.subAppId).remove(fileId);
        const absent = gone.kind === 'refused' && /NotFound|NotExist/i.test(gone.code);
        if (gone.kind !== 'ok' && !absent) throw unavailable();
      }
      await removeRecord(videos, video, {}, { by: await actorOf(context), resource: 'video' });
      return { _id: video._id };
    },
  ),
});
