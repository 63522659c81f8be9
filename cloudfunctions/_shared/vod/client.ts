import { codes } from '#contract/envelope.ts';
import type { vodLimits } from '#contract/limits/vod.ts';
import { videoSentences } from '#contract/sentences/videos.ts';
import { z } from '#contract/zod.ts';
import { environment } from '../base/environment.ts';
import { ActionError } from '../base/errors.ts';
import { callCloud, type CloudOutcome } from '../tencentCloud/call.ts';
import type { CloudKeys } from '../tencentCloud/signing.ts';

/** Functions that need these keys do not start without them. */
export const vodKeys = (): CloudKeys => ({
  secretId: environment.VOD_SECRET_ID,
  secretKey: environment.VOD_SECRET_KEY,
});

export const unavailable = () =>
  new ActionError(codes.thirdParty, videoSentences.serviceUnavailable);

/** The used calls of the video service. */
const call = <T extends z.ZodType>(
  action: Exclude<keyof typeof vodLimits, 'upload'>,
  parameters: Record<string, unknown>,
  subAppId: string,
  schema: T,
): Promise<CloudOutcome<z.output<T>>> =>
  callCloud(
    {
      service: 'vod',
      baseUrl: environment.VOD_BASE_URL,
      version: '2018-07-17',
      action,
      parameters: { ...parameters, ...(subAppId && { SubAppId: Number(subAppId) }) },
      timeoutMs: environment.VOD_TIMEOUT_MS,
      keys: vodKeys(),
    },
    schema,
  );

const number = z.number().nullish();
const text = z.string().nullish();

const media = z.object({
  MediaInfoSet: z
    .array(
      z.object({
        FileId: z.string(),
        BasicInfo: z
          .object({
            Name: text,
            CoverUrl: text,
            MediaUrl: text,
            SourceInfo: z.object({ SourceContext: text }).nullish(),
          })
          .nullish(),
        TranscodeInfo: z
          .object({
            TranscodeSet: z
              .array(z.object({ Url: text, Definition: number, Height: number, Container: text }))
              .nullish(),
          })
          .nullish(),
        MetaData: z
          .object({ Size: number, Duration: number, Width: number, Height: number })
          .nullish(),
      }),
    )
    .default([]),
});
export type MediaInfo = z.output<typeof media>['MediaInfoSet'][number];

const step = z.object({ Status: text, ErrCode: number, Progress: number }).nullish();
const task = z.object({
  Status: z.enum(['WAITING', 'PROCESSING', 'FINISH', 'ABORTED']),
  ProcedureTask: z
    .object({
      ErrCode: number,
      MediaProcessResultSet: z
        .array(z.object({ TranscodeTask: step, CoverBySnapshotTask: step }))
        .nullish(),
    })
    .nullish(),
});
export type TaskDetail = z.output<typeof task>;

const tasks = z.object({
  TaskSet: z.array(z.object({ TaskId: z.string(), SessionId: text })).default([]),
});

/** The service's own template for covers: the frame as it is. */
const COVER_TEMPLATE = 10;
const procedures = z.object({
  ProcedureTemplateSet: z.array(z.object({ Name: z.string() })).default([]),
});

const applications = z.object({
  SubAppIdInfoSet: z
    .array(z.object({ SubAppId: z.number(), SubAppIdName: text, Name: text }))
    .default([]),
});

/** The account's applications (https://cloud.tencent.com/document/api/266/36304); none where the service does not say. */
export const vodApplications = async () => {
  const found = await call('DescribeSubAppIds', {}, '', applications);
  const list = found.kind === 'ok' ? found.data.SubAppIdInfoSet : [];
  return list.map(({ SubAppId, SubAppIdName, Name }) => ({
    id: String(SubAppId),
    name: SubAppIdName ?? Name ?? '',
  }));
};

export const vod = (subAppId: string) => ({
  hasProcedure: async (name: string): Promise<CloudOutcome<boolean>> => {
    const found = await call('DescribeProcedureTemplates', { Names: [name] }, subAppId, procedures);
    if (found.kind !== 'ok') return found;
    return { kind: 'ok', data: found.data.ProcedureTemplateSet.some(({ Name }) => Name === name) };
  },
  media: async (fileId: string): Promise<CloudOutcome<MediaInfo | null>> => {
    const found = await call('DescribeMediaInfos', { FileIds: [fileId] }, subAppId, media);
    return found.kind === 'ok' ? { kind: 'ok', data: found.data.MediaInfoSet[0] ?? null } : found;
  },
  /** @param sessionId the service refuses the same one within three days, so that a repetition starts nothing twice */
  process: (fileId: string, procedure: string, sessionId: string) =>
    call(
      'ProcessMediaByProcedure',
      { FileId: fileId, ProcedureName: procedure, SessionId: sessionId },
      subAppId,
      z.object({ TaskId: z.string() }),
    ),
  /** Makes a frame the cover; a task like that of `process`. */
  snapshot: (fileId: string, atSec: number, sessionId: string) =>
    call(
      'ProcessMedia',
      {
        FileId: fileId,
        MediaProcessTask: {
          CoverBySnapshotTaskSet: [
            { Definition: COVER_TEMPLATE, PositionType: 'Time', PositionValue: atSec },
          ],
        },
        SessionId: sessionId,
      },
      subAppId,
      z.object({ TaskId: z.string() }),
    ),
  /** @param picture base64 of a JPEG, PNG or GIF */
  setCover: (fileId: string, picture: string) =>
    call(
      'ModifyMediaInfo',
      { FileId: fileId, CoverData: picture },
      subAppId,
      z.object({ CoverUrl: z.string() }),
    ),
  task: (taskId: string) => call('DescribeTaskDetail', { TaskId: taskId }, subAppId, task),
  /** The task of a submission whose answer was lost; null if there is none. */
  taskOf: async (sessionId: string): Promise<CloudOutcome<string | null>> => {
    const found = await call('DescribeTasks', { Limit: 100 }, subAppId, tasks);
    if (found.kind !== 'ok') return found;
    const mine = found.data.TaskSet.find(({ SessionId }) => SessionId === sessionId);
    return { kind: 'ok', data: mine?.TaskId ?? null };
  },
  remove: (fileId: string) => call('DeleteMedia', { FileId: fileId }, subAppId, z.looseObject({})),
});
