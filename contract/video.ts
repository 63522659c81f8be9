import { adminRead, adminWrite, type Choice, listInput, listOutput, oneOrMany } from './action.ts';
import { probe } from './probe.ts';
import { keysOf, type Transitions } from './states.ts';
import { author, id, instant, line, recordFields, z } from './zod.ts';

export const videoStatuses = {
  uploading: { label: '上传中', tone: 'neutral' },
  uploaded: { label: '已上传', tone: 'info' },
  processing: { label: '处理中', tone: 'info' },
  ready: { label: '可用', tone: 'success' },
  failed: { label: '处理失败', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type VideoStatus = keyof typeof videoStatuses;

export const videoTransitions: Transitions<VideoStatus> = {
  uploading: ['uploaded'],
  uploaded: ['processing'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: ['processing'],
};

export const MAX_VIDEO_BYTES = 2 * 1024 * 1024 * 1024;

export const video = z.object({
  ...recordFields,
  /** The video service's number; `upload_<_id>` until it is known. */
  fileId: z.string(),
  name: z.string().default(''),
  sizeBytes: z.int().default(0),
  durationSec: z.number().default(0),
  width: z.int().default(0),
  height: z.int().default(0),
  coverUrl: z.string().default(''),
  mediaUrl: z.string().default(''),
  status: z.enum(keysOf(videoStatuses)),
  /** Percent. */
  progress: z.int().default(0),
  procedure: z.string().default(''),
  /** Shown to people; '' unless it failed. */
  errorMessage: z.string().default(''),
  createBy: author.nullable().default(null),
});
export type Video = z.output<typeof video>;

/** Digits in the cloud: text, never a number. */
const fileId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, '编号格式不正确');
const byFileId = z.strictObject({ fileId });

const videoFilter = {
  ids: z.array(id).max(100),
  status: oneOrMany(z.enum(keysOf(videoStatuses))),
};
const videoSorts = ['createTime', 'sizeBytes', 'durationSec'] as const;

export const vodActions = {
  /** Permission to send one video from the browser to the video service: valid once, for ten minutes. */
  getUploadSignature: adminWrite({
    input: z.strictObject({
      fileName: line(200).min(1).optional(),
      size: z.int().min(1).max(MAX_VIDEO_BYTES, '视频不能超过 2 GB').optional(),
      /** For an upload under way: the SDK asks for a signature at its beginning and at its end. */
      videoId: id.optional(),
    }),
    output: z.object({
      signature: z.string(),
      expireTime: instant,
      videoId: id,
      /** The video service's address for the browser; '' for its default. */
      endpoint: z.string(),
    }),
    example: { fileName: '宣传片.mp4', size: 52_428_800 },
  }),
  /** Starts the processing of an uploaded video; `getVideoStatus` tells the progress. */
  processVideo: adminWrite({
    input: byFileId,
    output: video,
    example: { fileId: 'vod_file_0001' },
  }),
  getVideoStatus: adminRead({
    input: byFileId,
    output: video,
    example: { fileId: 'vod_file_0002' },
  }),
  getVideos: adminRead({
    input: listInput(videoFilter, videoSorts),
    output: listOutput(video),
    example: { page: 1, pageSize: 20, withCounts: true },
  }),
  /** Asks the video service for the procedure of the settings: proves keys, sub-application and procedure. */
  testService: adminWrite({
    input: z.strictObject({}),
    output: probe,
    example: {},
  }),
  /** Deletes it here and at the video service. */
  deleteVideo: adminWrite({
    input: byFileId,
    output: z.object({ _id: id }),
    example: { fileId: 'vod_file_0003' },
  }),
};
