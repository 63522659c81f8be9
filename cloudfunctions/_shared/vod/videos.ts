import { videoSentences } from '#contract/sentences/videos.ts';
import type { Video } from '#contract/video.ts';
import { environment } from '../base/environment.ts';
import { repository, type Stored } from '../base/repository.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import { type TaskDetail, vod } from './client.ts';

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
}

export const videos = repository<StoredVideo>('videos');

export type VodSettings = Settings<'system'>['vod'];

export const vodSettings = async (): Promise<VodSettings> => (await settingsOf('system')).vod;

/** 5 s, 10 s, … up to a minute. */
const nextPoll = (polls: number) =>
  Date.now() + Math.min(environment.VOD_POLL_MS * (polls + 1), 60_000);

const failed = (message: string) => ({ status: 'failed', errorMessage: message, taskId: '' });

/** Submits the processing if it is due, or finds the submission whose answer was lost. */
const submit = async (video: StoredVideo): Promise<Record<string, unknown>> => {
  const service = vod(video.subAppId);
  const known = video.polls > 0 ? await service.taskOf(video.sessionId) : null;
  if (known && known.kind !== 'ok') return {};
  if (known?.data) return { taskId: known.data };
  const sent = await service.process(video.fileId, video.procedure, video.sessionId);
  if (sent.kind === 'ok') return { taskId: sent.data.TaskId };
  // Refused as a repetition: it exists and will be found next time.
  if (sent.kind === 'unknown' || /SessionId/.test(sent.code)) return {};
  return failed(videoSentences.processingRefused);
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
  if (task.data.Status === 'ABORTED') return failed(videoSentences.processingAborted);
  if (task.data.Status !== 'FINISH') return { progress: percent };
  if (broken) return failed(videoSentences.processingFailed);
  const media = await service.media(video.fileId);
  if (media.kind !== 'ok' || !media.data) return {};
  const { BasicInfo: basic, MetaData: meta } = media.data;
  return {
    status: 'ready',
    progress: 100,
    errorMessage: '',
    coverUrl: basic?.CoverUrl ?? '',
    mediaUrl: basic?.MediaUrl ?? '',
    durationSec: meta?.Duration ?? 0,
    width: meta?.Width ?? 0,
    height: meta?.Height ?? 0,
    sizeBytes: meta?.Size ?? video.sizeBytes,
  };
};

/** One step of a video in processing; the result counts only if the video has not changed meanwhile. */
export const advance = async (video: StoredVideo): Promise<StoredVideo | null> => {
  const learned =
    Date.now() > video.deadline
      ? failed(videoSentences.processingExpired)
      : await (video.taskId ? look(video) : submit(video));
  return videos.compareAndSet(
    video._id,
    { status: 'processing', rev: video.rev },
    { ...learned, polls: video.polls + 1, nextPollTime: nextPoll(video.polls) },
  );
};
