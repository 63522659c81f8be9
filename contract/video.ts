import { adminRead, adminWrite, byId, type Choice, oneOrMany, withoutInput } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { probe } from './probe.ts';
import { videoSentences } from './sentences/videos.ts';
import { oneOf, type Transitions } from './states.ts';
import { filePath, id, instant, labelled, line, rev, z } from './zod.ts';

export const videoStatuses = {
  uploading: { label: '上传中', tone: 'neutral' },
  uploaded: { label: '已上传', tone: 'info' },
  processing: { label: '处理中', tone: 'info' },
  ready: { label: '可用', tone: 'success' },
  failed: { label: '处理失败', tone: 'danger' },
  deleting: { label: '删除中', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type VideoStatus = keyof typeof videoStatuses;
const videoStatus = oneOf(videoStatuses);

export const MAX_VIDEO_BYTES = 2 * 1024 * 1024 * 1024;

const MAX_NAME = 200;
/** How many templates a video names. */
export const NAMED_TEMPLATES = 20;

/** A video at the video service. The service has the file, its renditions and its cover; we keep their addresses. */
export const videoEntity = entity({
  kind: 'video',
  name: '视频',
  function: 'vodService',
  collection: 'videos',
  words: {
    getUploadSignature: '上传视频',
    processVideo: '处理视频',
    updateVideo: '重命名视频',
    setVideoCover: '更换视频封面',
    testService: '测试点播设置',
  },
  fields: { name: field.line('名称', MAX_NAME) },
  also: {
    /** The video service's number; `upload_<_id>` until it is known. */
    fileId: labelled('文件编号', z.string()),
    sizeBytes: labelled('大小', z.int().default(0)),
    durationSec: labelled('时长', z.number().default(0)),
    width: z.int().default(0),
    height: z.int().default(0),
    /** In answers, signed and valid for some hours where the domain demands it. */
    coverUrl: labelled('封面', z.string().default('')),
    mediaUrl: labelled('视频地址', z.string().default('')),
    status: videoStatus,
    /** Percent. */
    progress: z.int().default(0),
    procedure: labelled('任务流', z.string().default('')),
    /** Shown to people: why it failed, or why it is not deleted yet. */
    errorMessage: labelled('原因', z.string().default('')),
    /** A frame is being made its cover. */
    coverPending: labelled('封面处理中', z.boolean().default(false)),
    /** Why the last frame did not become its cover. */
    coverError: labelled('封面错误', z.string().default('')),
    /** No template shows it: noted when a template changes, and corrected every hour. */
    unused: labelled('使用情况', z.boolean().default(true)),
    /** Not stored: the templates that show it, the first ones, and how many there are. */
    templates: labelled('使用的模板', z.array(z.object({ _id: id, name: z.string() })).optional()),
    templateCount: z.int().optional(),
  },
  labels: { createBy: '上传人', createTime: '上传时间' },
  filter: {
    status: oneOrMany(videoStatus),
    unused: z.boolean(),
  },
  states: videoStatuses,
  transitions: {
    uploading: ['uploaded'],
    uploaded: ['processing', 'deleting'],
    processing: ['ready', 'failed'],
    ready: ['deleting'],
    failed: ['processing', 'deleting'],
    deleting: ['uploaded', 'ready', 'failed'],
  } satisfies Transitions<VideoStatus>,
  sorts: ['createTime', 'sizeBytes', 'durationSec'],
  search: ['name'],
  unique: ['fileId'],
  indexes: ['status nextPollTime', 'coverPending nextPollTime'],
  actions: {
    list: { name: 'getVideos', example: { page: 1, pageSize: 20, withCounts: true } },
    update: { name: 'updateVideo', id: 'id', example: { id: 'vid_0002', rev: 1, name: '宣传片' } },
    delete: { name: 'deleteVideo', id: 'id', example: { id: 'vid_0003' } },
  },
});
export type Video = RecordOf<typeof videoEntity>;

/** Digits in the cloud: text, never a number. */
const byFileId = z.strictObject({ fileId: id });
const video = videoEntity.record;

export const vodActions = {
  ...videoEntity.actions,
  /** Permission to send one video from the browser to the video service: valid once, for ten minutes. */
  getUploadSignature: adminWrite({
    right: 'images.write',
    input: z.strictObject({
      fileName: line(MAX_NAME).min(1).optional(),
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
  /**
   * Starts the processing of an uploaded video, or once more after a failure; `getVideoStatus` answers the progress.
   */
  processVideo: adminWrite({
    right: 'images.write',
    input: byFileId,
    output: video,
    example: { fileId: 'vod_file_0001' },
  }),
  getVideoStatus: adminRead({
    right: 'images.read',
    input: byFileId,
    output: video,
    example: { fileId: 'vod_file_0002' },
  }),
  /** The account's applications at the service, for the setting. */
  getApplications: adminRead({
    right: 'settings.read',
    ...withoutInput(z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) })),
  }),
  /** Asks the video service for the procedure of the settings: proves keys, sub-application and procedure. */
  testService: adminWrite({ right: 'images.write', ...withoutInput(probe) }),
  /** A picture, or a frame of the video, which the service takes in some seconds: `coverPending`. */
  setVideoCover: adminWrite({
    right: 'images.write',
    input: byId
      .extend({
        rev: rev.optional(),
        /** A JPEG, PNG or GIF that is put into storage with a ticket of `adminStorage.getUploadTicket`. */
        filePath: filePath.optional(),
        /** Second of the frame. */
        atSec: z.number().min(0).max(86_400).optional(),
      })
      .refine(({ filePath, atSec }) => (filePath === undefined) !== (atSec === undefined), {
        path: ['atSec'],
        message: videoSentences.chooseCover,
      }),
    output: video,
    example: { id: 'vid_0002', atSec: 1.5 },
  }),
};
