import {
  adminRead,
  adminWrite,
  byId,
  type Choice,
  listOutput,
  oneOrMany,
  unsearchedListInput,
  withId,
} from './action.ts';
import { MAX_BATCH_ROWS } from './constants.ts';
import { batchNo } from './printOrderActions.ts';
import { printOrderStatuses } from './printOrderStates.ts';
import { oneOf, type Transitions } from './states.ts';
import { id, idemKey, instant, recordFields, z } from './zod.ts';

export const archiveStatuses = {
  queued: { label: '排队中', tone: 'neutral' },
  running: { label: '生成中', tone: 'info' },
  ready: { label: '已完成', tone: 'success' },
  failed: { label: '失败', tone: 'danger' },
  cancelled: { label: '已停止', tone: 'neutral' },
  /** The files have been removed after their retention time. */
  expired: { label: '已过期', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type ArchiveStatus = keyof typeof archiveStatuses;

export const archiveTransitions: Transitions<ArchiveStatus> = {
  queued: ['running', 'cancelled'],
  running: ['ready', 'failed', 'cancelled'],
  ready: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
};

/** Why a photo has no print file. The last three are found only while it is made. */
export const photoProblems = {
  missing: { label: '原图已被删除', tone: 'danger' },
  waiting: { label: '等待用户换图', tone: 'danger' },
  notPaid: { label: '订单未支付或已取消', tone: 'danger' },
  crop: { label: '裁剪范围超出照片', tone: 'danger' },
  size: { label: '尺寸的像素未知，请检查尺寸设置', tone: 'danger' },
  tooLarge: { label: '照片或成品的像素过多', tone: 'danger' },
  leftOut: { label: '生成时选择不包含', tone: 'neutral' },
  damaged: { label: '照片已损坏，无法读取', tone: 'danger' },
  tooSlow: { label: '处理超时', tone: 'danger' },
  crashed: { label: '处理时反复中断', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type PhotoProblem = keyof typeof photoProblems;

/** What a print file may suffer from, or why it may not be wanted. The first is the weightiest. */
export const photoWarnings = {
  paidBack: { label: '已退款，仍会打印', tone: 'warning' },
  lowRes: { label: '分辨率不足，可能模糊', tone: 'warning' },
  ratio: { label: '照片与相纸的比例不同，会居中裁切', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type PhotoWarning = keyof typeof photoWarnings;

/** One photo of a print order. */
const photoPlace = { printId: id, printNo: z.string(), itemIndex: z.int() };

const archivePart = z.object({ fileName: z.string(), sizeBytes: z.int(), photos: z.int() });

export const printArchive = z.object({
  ...recordFields,
  /** '' where print orders were selected one by one. */
  batchNo: z.string().default(''),
  /** The name of its files, without part number and extension. */
  name: z.string(),
  orderCount: z.int(),
  status: oneOf(archiveStatuses),
  /** Print files made, of those to be made. */
  done: z.int().default(0),
  total: z.int().default(0),
  /** Photos without a print file. */
  problems: z.array(z.object({ ...photoPlace, problem: oneOf(photoProblems) })).default([]),
  parts: z.array(archivePart).default([]),
  adminId: id,
  adminName: z.string().default(''),
  /** Shown to people; '' unless it failed. */
  error: z.string().default(''),
  finishTime: instant.nullable().default(null),
  purgeTime: instant.nullable().default(null),
});
export type PrintArchive = z.output<typeof printArchive>;

/** A batch, or print orders selected one by one: one of the two. */
const whatToPrint = {
  batchNo: batchNo.optional(),
  ids: z.array(id).min(1).max(MAX_BATCH_ROWS).optional(),
};
const isOne = ({ batchNo: batch, ids }: { batchNo?: unknown; ids?: unknown }) =>
  (batch === undefined) !== (ids === undefined);

/** Photos in one archive. */
export const MAX_ARCHIVE_PHOTOS = 1_000;

export const printArchiveActions = {
  /** What cannot be printed as ordered, before anything is made. */
  checkPrintPhotos: adminRead({
    right: 'print-orders.write',
    input: z.strictObject(whatToPrint).refine(isOne, { path: ['ids'], error: '请选择冲印订单' }),
    output: z.object({
      orders: z.int(),
      photos: z.int(),
      /** Copies of all photos. */
      prints: z.int(),
      problems: z.array(
        z.object({
          ...photoPlace,
          status: oneOf(printOrderStatuses),
          problem: oneOf(photoProblems),
        }),
      ),
      warnings: z.array(
        z.object({
          ...photoPlace,
          status: oneOf(printOrderStatuses),
          warning: oneOf(photoWarnings),
        }),
      ),
    }),
    example: { ids: ['prt_0007', 'prt_0008'] },
  }),
  /**
   * Creates a job; the same `idemKey` answers the existing one. 40902 where a photo cannot be printed and is not among
   * `leaveOut`, and where nothing is left to print.
   */
  createPrintArchive: adminWrite({
    right: 'print-orders.write',
    input: z
      .strictObject({
        ...whatToPrint,
        leaveOut: z
          .array(z.strictObject({ id, itemIndex: z.int().min(0).max(999) }))
          .max(MAX_ARCHIVE_PHOTOS)
          .default([]),
        idemKey: idemKey.optional(),
      })
      .refine(isOne, { path: ['ids'], error: '请选择冲印订单' }),
    output: printArchive,
    example: { ids: ['prt_0007', 'prt_0008'], idemKey: 'archive_example' },
  }),
  /** Newest first. */
  getPrintArchives: adminRead({
    right: 'print-orders.read',
    input: unsearchedListInput(
      {
        ids: z.array(id).max(100),
        batchNo,
        status: oneOrMany(oneOf(archiveStatuses)),
      },
      ['createTime'] as const,
    ),
    output: listOutput(printArchive),
    example: { page: 1, pageSize: 20 },
  }),
  /** A short-lived address of one part, counted from 0; each address given is in the audit log. */
  getPrintArchiveUrl: adminWrite({
    right: 'print-orders.write',
    input: byId.extend({ part: z.int().min(0).max(999).default(0) }),
    output: z.object({ url: z.string(), fileName: z.string(), expireTime: instant }),
    example: { id: 'arc_0001' },
  }),
  cancelPrintArchive: adminWrite({
    right: 'print-orders.write',
    ...withId(printArchive, 'arc_0002'),
  }),
};
