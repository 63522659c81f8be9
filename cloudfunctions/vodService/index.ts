import { randomInt } from 'node:crypto';
import { MAX_COVER_BYTES } from '#contract/constants.ts';
import { probeSentences } from '#contract/sentences/settings.ts';
import { videoSentences } from '#contract/sentences/videos.ts';
import { mayMove } from '#contract/states.ts';
import { videoEntity, type VideoStatus, videoStatuses, vodActions } from '#contract/video.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import {
  changeRecord,
  existing,
  insertRecord,
  removeRecord,
} from '../_shared/base/changeRecord.ts';
import { crud, referenced } from '../_shared/base/crud.ts';
import { defineFunction, onRecord, withLoad } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { environment } from '../_shared/base/environment.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileAt, type FileRow } from '../_shared/base/files.ts';
import { newId } from '../_shared/base/repository.ts';
import { gramsOf } from '../_shared/base/searchTerms.ts';
import { closeTicket, openTicket, takeArrived } from '../_shared/pictures/staging.ts';
import { uploadLimit } from '../_shared/pictures/uploadLimit.ts';
import { unavailable, vod, vodApplications, vodKeys } from '../_shared/vod/client.ts';
import { uploadSignature } from '../_shared/vod/signing.ts';
import { opened, shown, usesOf } from '../_shared/vod/uses.ts';
import { advance, type StoredVideo, videos, vodSettings } from '../_shared/vod/videos.ts';
import { tryVideoService } from './probe.ts';

const library = crud(videoEntity);

const OWN_ADDRESS = 'https://vod.tencentcloudapi.com';

/** The service keeps its data about a task for three days. */
const DEADLINE_MS = 3 * 86_400_000;

interface SignatureRequest {
  fileName?: string | undefined;
  size?: number | undefined;
  videoId?: string | undefined;
}

interface CoverRequest {
  id: string;
  rev?: number | undefined;
  filePath?: string | undefined;
  atSec?: number | undefined;
}

/** '' for the service's own address, which the browser's SDK knows. */
const uploadEndpoint = () =>
  environment.VOD_BASE_URL === OWN_ADDRESS ? '' : environment.VOD_BASE_URL;

const resource = 'video';
/** Templates that a refusal names. */
const NAMED_IN_SENTENCE = 3;

/**
 * Hands a picture that was put into storage to the service and answers its address there. Location and camera are
 * removed before; our copy goes once the service has answered.
 */
const sendCover = async (
  video: StoredVideo,
  upload: FileRow | null,
  adminId: string,
): Promise<string> => {
  const ticket = openTicket(upload?.createBy?.adminId === adminId ? upload : null);
  const { content, extension } = await takeArrived(ticket, await uploadLimit(MAX_COVER_BYTES));
  const isTaken = extension !== 'webp';
  const sent =
    isTaken && (await vod(video.subAppId).setCover(video.fileId, content.toString('base64')));
  if (sent && sent.kind === 'unknown') throw unavailable();
  await closeTicket(ticket);
  if (!sent) throw invalid({ filePath: videoSentences.coverKinds });
  if (sent.kind === 'refused') throw invalid({ filePath: videoSentences.coverRefused });
  return sent.data.CoverUrl;
};

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
      if (!subAppId)
        throw stateNotAllowed(probeSentences.videoApplication(await vodApplications()));
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
          ...videoEntity.blank(),
          fileId: `upload_${_id}`,
          name: fileName,
          grams: gramsOf(fileName),
          sizeBytes: size,
          status: 'uploading' as const,
          procedure,
          subAppId,
          taskId: '',
          sessionId: '',
          polls: 0,
          nextPollTime: 0,
          deadline: 0,
          coverAtSec: 0,
          formerStatus: 'uploading' as const,
          createBy: authorOf(admin),
          updateBy: authorOf(admin),
        },
        _id,
        { by: await actorOf(context), resource },
      );
      return answer;
    },
  ),

  processVideo: withLoad(
    ({ fileId }) => Promise.all([byFileId(fileId), vodSettings()]),
    async ({ fileId }, context, [found, { subAppId, procedure }]) => {
      const video = found ?? (await uploaded(fileId, subAppId));
      if (!mayMove(videoEntity.transitions, video.status, 'processing')) {
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
        { by: await actorOf(context), resource },
        ({ nextPollTime }) => markDue('videos', nextPollTime),
      );
      if (!claimed) throw stateNotAllowed(videoSentences.changedMeanwhile);
      return opened((await advance(claimed)) ?? claimed);
    },
  ),

  getVideoStatus: async ({ fileId }) => {
    const video = await byFileId(fileId);
    if (!video) throw notFound();
    return opened(video);
  },

  getVideos: async request => {
    const { list, ...page } = await library.list(request);
    return { ...page, list: await shown(list) };
  },

  updateVideo: onRecord(videos, async ({ id, rev, ...fields }, context, before) =>
    opened((await library.update(id, rev, fields, context, before)) as StoredVideo),
  ),

  setVideoCover: withLoad(
    ({ id, filePath }: CoverRequest) =>
      Promise.all([videos.get(id), filePath === undefined ? null : fileAt(filePath)]),
    async ({ rev, filePath, atSec = 0 }, context, [found, upload]) => {
      const video = existing(found, rev);
      if (video.status !== 'ready') throw stateNotAllowed(videoSentences.coverNotReady);
      if (video.coverPending) throw stateNotAllowed(videoSentences.coverPending);
      const by = await actorOf(context);
      const change = async (patch: object) => {
        const guard = { status: video.status, rev: video.rev };
        const due = ({ nextPollTime }: StoredVideo) => markDue('videos', nextPollTime);
        const entry = { by, resource };
        const changed = await changeRecord(videos, video, guard, { ...patch }, entry, due);
        if (!changed) throw stateNotAllowed(videoSentences.changedMeanwhile);
        return changed;
      };
      if (filePath !== undefined) {
        const coverUrl = await sendCover(video, upload, (await context.admin())._id);
        return opened(await change({ coverUrl, coverError: '' }));
      }
      if (video.durationSec > 0 && atSec > video.durationSec)
        throw invalid({ atSec: videoSentences.coverTooLate });
      const now = Date.now();
      // Stored before the request, so that a lost answer can be looked up.
      const claimed = await change({
        coverPending: true,
        coverError: '',
        coverAtSec: atSec,
        taskId: '',
        sessionId: newId(),
        polls: 0,
        deadline: now + DEADLINE_MS,
        nextPollTime: now + environment.VOD_POLL_MS,
      });
      return opened((await advance(claimed)) ?? claimed);
    },
  ),

  getApplications: async () => ({ list: await vodApplications() }),

  testService: () => tryVideoService(),

  deleteVideo: withLoad(
    async ({ id }) => {
      const video = await videos.get(id);
      return { video, uses: video ? await usesOf([video.fileId]) : [] };
    },
    async ({ id, rev }, context, { video: found, uses }) => {
      const video = existing(found, rev);
      const { status } = video;
      const admin = await context.admin();
      const entry = { by: await actorOf(context), resource };
      const isOwnUpload = status === 'uploading' && video.createBy?.adminId === admin._id;
      if (isOwnUpload) {
        await removeRecord(videos, video, { status }, entry);
        return { _id: id };
      }
      if (!mayMove(videoEntity.transitions, status, 'deleting'))
        throw stateNotAllowed(videoSentences.notDeletable(videoStatuses[status].label));
      if (uses.length > 0) {
        const names = uses.slice(0, NAMED_IN_SENTENCE).map(({ name }) => name);
        const message = videoSentences.used(names, uses.length);
        throw referenced(message, { resource: 'templates', count: uses.length });
      }
      // The job deletes the file, when no call is left that saw the video as it was.
      const going = {
        status: 'deleting' as VideoStatus,
        formerStatus: status,
        coverPending: false,
        errorMessage: '',
        polls: 0,
        nextPollTime: Date.now() + environment.VOD_DELETE_MS,
      };
      const guard = { status, rev: video.rev };
      const due = () => markDue('videos', going.nextPollTime);
      const marked = await changeRecord(videos, video, guard, going, entry, due);
      if (!marked) throw stateNotAllowed(videoSentences.changedMeanwhile);
      return { _id: id };
    },
  ),
});
