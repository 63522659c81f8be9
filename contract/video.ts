import { action, type Choice, listInput, listOutput, oneOrMany } from './action.ts';
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
  /** The video service's number; until the upload is known there, `upload_<_id>`. */
  fileId: z.string(),
  name: z.string().default(''),
  sizeBytes: z.int().default(0),
  durationSec: z.number().default(0),
  width: z.int().default(0),
  height: z.int().default(0),
  coverUrl: z.string().default(''),
  mediaUrl: z.string().default(''),
  status: z.enum(keysOf(videoStatuses)),
  /** Percent of the processing. */
  progress: z.int().default(0),
  procedure: z.string().default(''),
  /** For people; '' unless it failed. */
  errorMessage: z.string().default(''),
  createBy: author.nullable().default(null),
});
export type Video = z.output<typeof video>;

/** Digits in the cloud: text, never a number. */
const fileId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, '编号格式不正确');
const byFileId = z.strictObject({ fileId });

export const videoFilter = {
  ids: z.array(id).max(100),
  status: oneOrMany(z.enum(keysOf(videoStatuses))),
};
export const videoSorts = ['createTime', 'sizeBytes', 'durationSec'] as const;

export const vodActions = {
  /** Leave for the browser to send one video straight to the video service: once, for ten minutes at most. */
  getUploadSignature: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({
      fileName: line(200).min(1).optional(),
      size: z.int().min(1).max(MAX_VIDEO_BYTES, '视频不能超过 2 GB').optional(),
      /** Of an upload under way: it asks for leave at its beginning and again at its end. */
      videoId: id.optional(),
    }),
    output: z.object({
      signature: z.string(),
      expireTime: instant,
      videoId: id,
      /** Where the browser reaches the video service; '' for its own address. */
      endpoint: z.string(),
    }),
    example: { fileName: '宣传片.mp4', size: 52_428_800 },
  }),
  /** Starts the processing of what has been uploaded; how far it is, `getVideoStatus` tells. */
  processVideo: action({
    access: 'admin',
    effect: 'write',
    input: byFileId,
    output: video,
    example: { fileId: 'vod_file_0001' },
  }),
  getVideoStatus: action({
    access: 'admin',
    effect: 'read',
    input: byFileId,
    output: video,
    example: { fileId: 'vod_file_0002' },
  }),
  getVideos: action({
    access: 'admin',
    effect: 'read',
    input: listInput(videoFilter, videoSorts),
    output: listOutput(video),
    example: { page: 1, pageSize: 20, withCounts: true },
  }),
  /** Here and at the video service. */
  deleteVideo: action({
    access: 'admin',
    effect: 'write',
    input: byFileId,
    output: z.object({ _id: id }),
    example: { fileId: 'vod_file_0003' },
  }),
};
