import {
  adminRead,
  adminWrite,
  type Choice,
  listInput,
  listOutput,
  oneOrMany,
  publicRead,
  range,
} from './action.ts';
import {
  MAX_SIGNED_URLS_PER_CALL,
  MAX_TICKET_BYTES,
  MAX_UPLOAD_BYTES,
  RESULTS_PREFIX,
  texts,
  TRIAL_OWNER,
} from './constants.ts';
import { audienceOf, type Folder } from './folders.ts';
import { anyOf, type Demand } from './rights/demands.ts';
import { shape } from './sentences/shape.ts';
import { signedForRole, signedUrl } from './signedUrl.ts';
import { keysOf, oneOf, type Transitions } from './states.ts';
import {
  author,
  filePath,
  id,
  instant,
  line,
  optionalLine,
  recordFields,
  rev,
  withinBytes,
  z,
} from './zod.ts';

/** Purpose of an uploaded picture; also its folder in storage. */
export const uploadScenes = [
  'template',
  'category',
  'settings',
  'voucher',
] as const satisfies Folder[];

/** What pictures are for. */
export const pictureScenes = {
  template: { label: '模板', tone: 'info' },
  category: { label: '分类', tone: 'info' },
  settings: { label: '系统设置', tone: 'neutral' },
  user_upload: { label: '用户上传', tone: 'neutral' },
  task_result: { label: '生成结果', tone: 'success' },
  print_ready: { label: '冲印文件', tone: 'warning' },
  voucher: { label: '收款凭证', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export const fileScenes = {
  ...pictureScenes,
  /** The data of a call that did not fit into it; never more than pending. */
  request: { label: '暂存内容', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type FileScene = keyof typeof fileScenes;

/** Whose pictures they are, by what they are for. */
const userScenes: readonly string[] = ['user_upload', 'task_result'] satisfies FileScene[];
export const isOfUser = ({ scene }: { scene: FileScene }): boolean => userScenes.includes(scene);
/** By its path, the user whose photo or result it is; '' also of a trial's result, whose row names the user. */
export const userIdOf = ({ filePath }: { filePath: string }): string => {
  const [, owner = ''] = filePath.split('/');
  return audienceOf(filePath) === 'owner' && owner !== TRIAL_OWNER ? owner : '';
};
/** The task that made a result: `results/<user>/<task>/1.png`; '' of other pictures. */
export const taskIdOf = ({ filePath }: { filePath: string }): string =>
  filePath.startsWith(RESULTS_PREFIX) ? (filePath.split('/')[2] ?? '') : '';

export const fileOwners = {
  user: { label: '用户', tone: 'neutral' },
  admin: { label: '管理员', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export const scenesOf = (owner: keyof typeof fileOwners): FileScene[] =>
  keysOf(fileScenes).filter(scene => isOfUser({ scene }) === (owner === 'user'));

/** Pictures larger than so many megabytes. */
export const fileSizes = {
  mb1: { label: '大于 1 MB', tone: 'neutral' },
  mb5: { label: '大于 5 MB', tone: 'neutral' },
  mb10: { label: '大于 10 MB', tone: 'neutral' },
  mb20: { label: '大于 20 MB', tone: 'neutral' },
} as const satisfies Record<string, Choice>;

export const fileStatuses = {
  /** Announced, but not confirmed, which is removed after two hours; or being erased. */
  pending: { label: '上传中', tone: 'neutral' },
  active: { label: '使用中', tone: 'success' },
  /** Kept for some days (`retention.trashDays` of the settings), then erased. */
  trash: { label: '回收站', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type FileStatus = keyof typeof fileStatuses;

export const fileTransitions: Transitions<FileStatus> = {
  pending: ['active'],
  active: ['trash'],
  trash: ['active'],
};

export const file = z.object({
  ...recordFields,
  /** The path that records store: `template/202611/x.png`. */
  filePath: z.string(),
  /** The platform's file id: `cloud://<env>.<bucket>/<filePath>`. */
  fileID: z.string().default(''),
  /** The sender's file name; shown and searched, never used as a path. */
  name: z.string().default(''),
  scene: oneOf(fileScenes),
  mime: z.string().default(''),
  sizeBytes: z.int().default(0),
  width: z.int().default(0),
  height: z.int().default(0),
  sha256: z.string().default(''),
  /** A file with the same content existed already. */
  isDuplicate: z.boolean().default(false),
  /** No record named it at the last count; deleting checks again. */
  unused: z.boolean().default(true),
  status: oneOf(fileStatuses),
  userId: z.string().default(''),
  deleteTime: instant.nullable().default(null),
  purgeTime: instant.nullable().default(null),
  createBy: author.nullable().default(null),
  /** In the styles in which pages have shown it; 0 bytes for one that is being made, or cannot be. */
  copies: z.record(z.string(), z.object({ bytes: z.int() })).optional(),
});
export type StoredFile = z.output<typeof file>;

/** What people call files and their fields. */
export const storedFiles = {
  name: '图片',
  labels: {
    filePath: '文件路径',
    name: '名称',
    scene: '用途',
    mime: '格式',
    sizeBytes: '字节数',
    width: '宽',
    height: '高',
    sha256: '内容指纹',
    isDuplicate: '是否重复',
    unused: '使用情况',
    status: '状态',
    userId: '用户',
    createTime: '创建时间',
    owner: '归属',
    largerThan: '大小',
    taskId: '生成任务',
    reason: '删除原因',
    userNote: '给用户的说明',
    forPerson: '应图中人的要求',
  },
};

/** A record that uses a file; `resource` as in the audit log. */
export const fileReference = z.object({ resource: z.string(), _id: z.string(), name: z.string() });
export type FileReference = z.output<typeof fileReference>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, shape('64 位小写的十六进制数', '9f86d081…'));

const fileFilter = {
  status: oneOrMany(oneOf(fileStatuses)),
  scene: oneOrMany(oneOf(fileScenes)),
  unused: z.boolean(),
  isDuplicate: z.boolean(),
  /** Files with the same content. */
  sha256,
  userId: id,
  owner: oneOf(fileOwners),
  /** Larger ones come first. */
  largerThan: oneOf(fileSizes),
  /** What a task was given, and what came of it. */
  taskId: id,
  createTime: range,
};

const byFilePath = z.strictObject({ filePath });
const deletedFile = z.object({ _id: id, filePath: z.string() });

/**
 * A picture's address as a screen holds it: a path of ours, with or without a style suffix, or its `cloud://` id.
 * Anything else passes the schema and is refused, or answered unsigned, by the signer.
 */
const imageSource = z.string().min(1).max(1_024);

/** Limit for all addresses of one call together; one of our own paths has at most 400 bytes. */
const MOST_SOURCE_BYTES = 90_000;

/** 1×1, transparent. */
const examplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Permission to put one file straight into storage: `PUT` to `url` with `headers`. */
export const uploadTicket = z.object({
  filePath: z.string(),
  url: z.string(),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  expireTime: instant,
});

/** Uploads for a page's own inputs; a picture of the settings may be the administrator's own. */
const toUpload = ({ scene }: { scene: FileScene }): Demand => {
  if (scene === 'voucher') return anyOf('orders.offline', 'images.write');
  if (scene === 'settings') return null;
  return anyOf('templates.write', 'packages.write', 'images.write', 'print-orders.write');
};

export const adminStorageActions = {
  /** `fileContent` is base64, with or without a `data:` prefix. The server determines type, name and folder. */
  uploadImage: adminWrite({
    right: toUpload,
    input: z.strictObject({
      fileName: line(200).min(1),
      /**
       * The function refuses more than `MAX_UPLOAD_BYTES` with its own sentence; this bound only limits the work before
       * that.
       */
      fileContent: z
        .string(texts.noFileChosen)
        .min(1, texts.noFileChosen)
        .max(2 * MAX_UPLOAD_BYTES, '图片过大'),
      scene: z.enum(uploadScenes).default('template'),
    }),
    output: file,
    example: { fileName: 'example.png', fileContent: examplePng },
  }),
  /** Without `status`: active files. The counts are by scene and by state. */
  getImages: adminRead({
    right: 'images.read',
    input: listInput(fileFilter, ['createTime', 'sizeBytes']),
    output: listOutput(file),
    example: {
      page: 1,
      pageSize: 20,
      sort: { field: 'createTime', order: 'desc' },
      withPictures: true,
    },
  }),
  getImageById: adminRead({
    right: 'images.read',
    input: byFilePath,
    output: file.extend({ references: z.array(fileReference) }),
    example: { filePath: 'template/demo/tpl_0001.jpg' },
  }),
  getReferences: adminRead({
    right: 'images.read',
    input: byFilePath,
    output: z.object({ list: z.array(fileReference) }),
    example: { filePath: 'template/demo/tpl_0001.jpg' },
  }),
  /** Moves to the trash; refused with 40904 and `data.references` while a record uses it, and for a user's picture. */
  deleteImage: adminWrite({
    right: 'images.write',
    input: z.strictObject({ filePath, rev: rev.optional() }),
    output: deletedFile,
    example: { filePath: 'template/demo/unused_0001.jpg' },
  }),
  /**
   * Takes a picture from its user: to the trash, from the works and from the tasks that show it, which say so. The user
   * reads `userNote`, which only a trial run does without. `forPerson`, because of the person in it: it is erased at once,
   * also where a closed print order names it.
   */
  removeUserImage: adminWrite({
    right: 'images.write',
    input: byFilePath.extend({
      reason: line(200).min(1),
      userNote: optionalLine(200).optional(),
      forPerson: z.boolean().optional(),
    }),
    output: deletedFile,
    example: {
      filePath: 'user_upload/demo/photo_0003.jpg',
      reason: '用户投诉侵犯肖像权',
      userNote: '图片涉及他人肖像',
    },
  }),
  restoreImage: adminWrite({
    right: 'images.write',
    input: byFilePath,
    output: file,
    example: { filePath: 'template/demo/trash_0001.jpg' },
  }),
  batchDelete: adminWrite({
    right: 'images.write',
    input: z.strictObject({ filePaths: z.array(filePath).min(1).max(100) }),
    output: z.object({
      deleted: z.int(),
      results: z.array(
        z.object({
          filePath: z.string(),
          result: z.enum(['deleted', 'referenced', 'missing', 'ofUser']),
          references: z.array(fileReference),
        }),
      ),
    }),
    example: { filePaths: ['template/demo/unused_0002.jpg'] },
  }),
  /**
   * Permission to put one picture, too large for `uploadImage`, straight into storage: `PUT` to `url` with `headers`.
   * It is stored in a folder that is never shown, and `confirmUpload` turns it into a picture.
   */
  getUploadTicket: adminWrite({
    right: toUpload,
    input: z.strictObject({
      fileName: line(200).min(1),
      size: z
        .int()
        .min(1)
        .max(MAX_TICKET_BYTES, `图片不能超过 ${MAX_TICKET_BYTES / 1024 / 1024} MB`),
      scene: z.enum(uploadScenes).default('template'),
    }),
    output: uploadTicket,
    example: { fileName: '封面原图.png', size: 8_000_000 },
  }),
  /**
   * Reads the uploaded file and stores it as a picture under a new name, or removes it. A repeated call answers the
   * same.
   */
  confirmUpload: adminWrite({
    right: null,
    input: z.strictObject({
      filePath,
      /** SHA-256 of the sent file, in hex; a different content is refused. */
      sha256: sha256.optional(),
    }),
    output: file,
    example: { filePath: 'upload/demo/ticket_0001.png' },
  }),
  /** Gives up an upload: removes what has arrived, and its row. */
  cancelUpload: adminWrite({
    right: null,
    input: byFilePath,
    output: deletedFile,
    example: { filePath: 'upload/demo/ticket_0002.png' },
  }),
  /**
   * Permission to put the data of a call that is too large for it straight into storage, as JSON; the call then names
   * `dataPath` in place of `data`. Only its maker's calls may, and once.
   */
  getRequestTicket: adminWrite({
    right: null,
    input: z.strictObject({ size: z.int().min(1) }),
    output: uploadTicket,
    example: { size: 200_000 },
  }),
  /**
   * Addresses of pictures and videos; missing files, and those of folders that nobody is shown, are left out. Who is given
   * some of a user's pictures is in the audit log.
   */
  getFileList: adminRead({
    right: null,
    input: z.strictObject({ fileList: z.array(imageSource).max(MAX_SIGNED_URLS_PER_CALL) }),
    output: z.object({ list: z.array(signedForRole) }),
    example: { fileList: ['template/demo/tpl_0001.jpg'] },
  }),
};

const signOptions = {
  /** Asks for a fresh address, ignoring caches. */
  bypassCache: z.boolean().optional(),
  /** Number of retries when the platform does not answer; 0 to 3. */
  retries: z.int().min(0).max(3).optional(),
};

export const imageServiceActions = {
  getSignedUrl: publicRead({
    input: z.strictObject({ url: imageSource, ...signOptions }),
    output: signedUrl,
    example: { url: 'template/demo/tpl_0001.jpg!thumbnail' },
  }),
  /** In the order of the request; an address that may not be signed has an empty `url`. */
  getSignedUrls: publicRead({
    input: z.strictObject({
      urls: withinBytes(
        z.array(imageSource).min(1).max(MAX_SIGNED_URLS_PER_CALL),
        MOST_SOURCE_BYTES,
        '图片地址过长',
      ),
      ...signOptions,
    }),
    output: z.object({ list: z.array(signedUrl) }),
    example: { urls: ['template/demo/tpl_0001.jpg!thumbnail', 'template/demo/tpl_0002.jpg'] },
  }),
};

const oneSource = z.strictObject({ url: imageSource });

/**
 * Makes the copy of a picture in a style, once, and answers like `getSignedUrl`; `unmade` while another caller makes it.
 * 40400 for what the caller may not see, and for what cannot be made.
 */
export const imageCopyActions = {
  /** For all callers: what `imageService` would sign. */
  makeCopy: publicRead({
    input: oneSource,
    output: signedUrl,
    example: { url: 'template/demo/tpl_0001.jpg!uploadimage' },
  }),
  /** For administrators: any picture that a visitor is shown and the role may see; 40305 for others. */
  makeAnyCopy: adminRead({
    right: null,
    input: oneSource,
    output: signedUrl,
    example: { url: 'template/demo/tpl_0002.jpg!uploadimage' },
  }),
};
