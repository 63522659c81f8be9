import { videoSentences } from '#contract/sentences/videos.ts';
import type { Video, VideoStatus } from '#contract/video.ts';
import { environment } from '../base/environment.ts';
import { repository, type Stored } from '../base/repository.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import { type MediaInfo, type TaskDetail, vod } from './client.ts';
import { usesOf } from './uses.ts';

export interface StoredVideo extends Stored, Omit<Video, keyof Stored> {
  grams: string[];
  /** The region at the time of processing; settings may change. */
  subAppId: string;
  taskId: string;
  /** Id of the submission; stored before it is sent, so that a lost answer can be looked up. */
  sessionId: string;
  polls: number;
  nextPollTime: number;
  deadline: number;
  /** Second of the frame that becomes the cover, while `coverPending`. */
  coverAtSec: number;
  /** While it is being deleted: the state it has again if a template has chosen it meanwhile. */
  formerStatus: VideoStatus;
}

export const videos = repository<StoredVideo>('videos');

export type VodSettings = Settings<'system'>['vod'];

export const vodSettings = async (): Promise<VodSettings> => (await settingsOf('system')).vod;

/** 5 s, 10 s, … up to a minute. */
const nextPoll = (polls: number) =>
  Date.now() + Math.min(environment.VOD_POLL_MS * (polls + 1), 60_000);

interface Reasons {
  processing: string;
  cover: string;
}

/** The end of the task, which was for the cover or for the whole video. */
const failed = ({ coverPending }: StoredVideo, { processing, cover }: Reasons) =>
  coverPending
    ? { coverPending: false, coverError: cover, taskId: '' }
    : { status: 'failed', errorMessage: processing, taskId: '' };

const refused = {
  processing: videoSentences.processingRefused,
  cover: videoSentences.coverRefused,
};
const broke = { processing: videoSentences.processingFailed, cover: videoSentences.coverFailed };
const aborted = { processing: videoSentences.processingAborted, cover: videoSentences.coverFailed };
const expired = { processing: videoSentences.processingExpired, cover: videoSentences.coverFailed };

/** Submits the task if it is due, or finds the submission whose answer was lost. */
const submit = async (video: StoredVideo): Promise<Record<string, unknown>> => {
  const { fileId, procedure, sessionId } = video;
  const service = vod(video.subAppId);
  const known = video.polls > 0 ? await service.taskOf(sessionId) : null;
  if (known && known.kind !== 'ok') return {};
  if (known?.data) return { taskId: known.data };
  const sent = video.coverPending
    ? await service.snapshot(fileId, video.coverAtSec, sessionId)
    : await service.process(fileId, procedure, sessionId);
  if (sent.kind === 'ok') return { taskId: sent.data.TaskId };
  // Refused as a repetition: it exists and will be found next time.
  if (sent.kind === 'unknown' || /SessionId/.test(sent.code)) return {};
  return failed(video, refused);
};

const MOST_HEIGHT = 1_080;

/** What browsers play: the largest MP4 that the processing made, otherwise the file as it was sent. */
const mediaUrlOf = ({ BasicInfo, TranscodeInfo }: MediaInfo): string => {
  const [best] = (TranscodeInfo?.TranscodeSet ?? [])
    .filter(({ Definition, Container, Height }) => {
      const isRendition = Boolean(Definition) && /mp4/i.test(Container ?? '');
      return isRendition && (Height ?? 0) <= MOST_HEIGHT;
    })
    .sort((one, other) => (other.Height ?? 0) - (one.Height ?? 0));
  return best?.Url ?? BasicInfo?.MediaUrl ?? '';
};

const progressOf = ({ ProcedureTask }: TaskDetail) => {
  const steps = (ProcedureTask?.MediaProcessResultSet ?? []).flatMap(
    ({ TranscodeTask, CoverBySnapshotTask }) => TranscodeTask ?? CoverBySnapshotTask ?? [],
  );
  const sum = steps.reduce((total, { Progress }) => total + (Progress ?? 0), 0);
  return {
    percent: steps.length === 0 ? 0 : Math.min(99, Math.round(sum / steps.length)),
    broken: Boolean(ProcedureTask?.ErrCode) || steps.some(({ Status }) => Status === 'FAIL'),
  };
};

const look = async (video: StoredVideo): Promise<Record<string, unknown>> => {
  const service = vod(video.subAppId);
  const task = await service.task(video.taskId);
  if (task.kind !== 'ok') return {};
  const { percent, broken } = progressOf(task.data);
  if (task.data.Status === 'ABORTED') return failed(video, aborted);
  if (task.data.Status !== 'FINISH') return video.coverPending ? {} : { progress: percent };
  if (broken) return failed(video, broke);
  const media = await service.media(video.fileId);
  if (media.kind !== 'ok' || !media.data) return {};
  const { BasicInfo: basic, MetaData: meta } = media.data;
  return {
    ...(video.coverPending
      ? { coverPending: false, coverError: '', taskId: '' }
      : { status: 'ready', progress: 100, errorMessage: '' }),
    coverUrl: basic?.CoverUrl ?? '',
    mediaUrl: mediaUrlOf(media.data),
    durationSec: meta?.Duration ?? 0,
    width: meta?.Width ?? 0,
    height: meta?.Height ?? 0,
    sizeBytes: meta?.Size ?? video.sizeBytes,
  };
};

/**
 * One step of a video's task; the result counts only if the video has not changed meanwhile. Progress alone is a note,
 * so that nobody who renames the video meets a conflict.
 */
export const advance = async (video: StoredVideo): Promise<StoredVideo | null> => {
  const learned =
    Date.now() > video.deadline
      ? failed(video, expired)
      : await (video.taskId ? look(video) : submit(video));
  const guard = { status: video.status, rev: video.rev };
  const patch = { ...learned, polls: video.polls + 1, nextPollTime: nextPoll(video.polls) };
  if (Object.keys(learned).some(field => field !== 'progress'))
    return videos.compareAndSet(video._id, guard, patch);
  const isNoted = await videos.noteWhile(video._id, guard, patch);
  return isNoted ? ({ ...video, ...patch } as StoredVideo) : null;
};

/**
 * Deletes the file at the service, then the record; a file that is gone already counts as deleted. A record that chose
 * it just when it was deleted keeps it: calls that saw it before have ended by now.
 */
export const finishDeletion = async (video: StoredVideo): Promise<void> => {
  const { _id, rev, fileId, polls } = video;
  const guard = { status: 'deleting', rev };
  if ((await usesOf([fileId])).length > 0) {
    await videos.compareAndSet(_id, guard, { status: video.formerStatus, errorMessage: '' });
    return;
  }
  const gone = await vod(video.subAppId).remove(fileId);
  const isAbsent = gone.kind === 'refused' && /NotFound|NotExist/i.test(gone.code);
  if (gone.kind === 'ok' || isAbsent) {
    await videos.remove(_id, guard);
    return;
  }
  const errorMessage =
    gone.kind === 'refused' ? videoSentences.deletionRefused : videoSentences.deletionWaits;
  const next = { errorMessage, polls: polls + 1, nextPollTime: nextPoll(polls) };
  await videos.compareAndSet(_id, guard, next);
};
