import {
  adminRead,
  adminWrite,
  always,
  byId,
  changeOf,
  type Choice,
  oneOrMany,
  range,
} from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { DAY_MS, timeOfDay } from './shanghai.ts';
import { oneOf, type Transitions } from './states.ts';
import { author, id, idemKey, instant, labelled, line, optionalText, rev, z } from './zod.ts';

export const MAX_CHANNEL_LENGTH = 20;

export const batchStatuses = {
  generating: { label: '生成中', tone: 'info' },
  active: { label: '已启用', tone: 'success' },
  disabled: { label: '已停用', tone: 'warning' },
  archived: { label: '已归档', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type BatchStatus = keyof typeof batchStatuses;

export const codeStatuses = {
  unused: { label: '未使用', tone: 'success' },
  used: { label: '已使用', tone: 'neutral' },
  disabled: { label: '已作废', tone: 'danger' },
  expired: { label: '已过期', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type CodeStatus = keyof typeof codeStatuses;

const MAX_BATCH_CODES = 10_000;
export const CODE_PAGE = 500;
export const MAX_EXPORT_PAGE = 1_000;

/** Expires today or within the next seven days: instants between these. */
export const expiringSoon = (now: number): { from: number; to: number } => {
  const midnight = now - timeOfDay(now);
  return { from: midnight, to: midnight + 8 * DAY_MS - 1 };
};

const counts = z
  .object({ unused: z.int(), used: z.int(), disabled: z.int(), expired: z.int() })
  .default({ unused: 0, used: 0, disabled: 0, expired: 0 });

/** A job on a whole batch that needs more than one call, and its progress. */
const job = z.object({
  kind: z.enum(['generate', 'disable', 'extend', 'expire']),
  done: z.int(),
  total: z.int(),
  startTime: instant,
});

export const activationBatchEntity = entity({
  kind: 'activationBatch',
  name: '激活码批次',
  function: 'adminActivationCode',
  collection: 'activationBatches',
  words: {
    createBatch: '生成激活码批次',
    generateCodes: '继续生成激活码',
    setBatchStatus: '停用、启用或归档批次',
    extendBatch: '延长批次有效期',
    disableCodes: '作废激活码',
    restoreCode: '恢复激活码',
    revealCodes: '查看完整激活码',
    exportBatch: '导出激活码',
    redeemForUser: '代兑激活码',
  },
  also: {
    batchNo: labelled('批次号', z.string()),
    name: labelled('批次名称', z.string()),
    /** Empty for a batch that grants credits only. */
    packageId: labelled('兑换内容', z.string().default('')),
    packageName: z.string().default(''),
    credits: labelled('积分', z.int().default(0)),
    giftCredits: z.int().default(0),
    /** Days of the package's membership; 0 for none. */
    days: z.int().default(0),
    quantity: labelled('数量', z.int()),
    /** Codes made so far. */
    generated: labelled('已生成数', z.int().default(0)),
    channel: labelled('渠道', z.string().default('')),
    validFrom: labelled('生效时间', instant),
    expireTime: labelled('到期时间', instant),
    perUserLimit: labelled('每人限兑', z.int().default(1)),
    status: oneOf(batchStatuses),
    statusReason: z.string().default(''),
    counts: labelled('使用情况', counts),
    exportCount: labelled('已导出次数', z.int().default(0)),
    job: labelled('任务', job.nullable().default(null)),
    remark: labelled('备注', z.string().default('')),
    createBy: author.nullable().default(null),
  },
  filter: {
    status: oneOrMany(oneOf(batchStatuses)),
    channel: line(MAX_CHANNEL_LENGTH).min(1),
    expireTime: range,
    createTime: range,
  },
  sorts: ['createTime', 'expireTime'],
  search: ['name'],
  states: batchStatuses,
  /** Only the job moves a batch from `generating` to `active`; people make the other moves. */
  transitions: {
    generating: ['active'],
    active: ['disabled'],
    disabled: ['active', 'archived'],
    archived: [],
  } satisfies Transitions<BatchStatus>,
  unique: ['batchNo'],
  indexes: ['job.kind -createTime'],
  actions: {
    list: {
      name: 'getBatches',
      example: { page: 1, pageSize: 20, filter: { status: 'active' }, withCounts: true },
    },
    /** The counts are computed anew. */
    get: { name: 'getBatchById', id: 'id', example: { id: 'bat_0001' } },
  },
});
export type ActivationBatch = RecordOf<typeof activationBatchEntity>;

export const activationCodeEntity = entity({
  kind: 'activationCode',
  name: '激活码',
  function: 'adminActivationCode',
  collection: 'activationCodes',
  also: {
    /** `AB7K-****-****-9QXM` */
    codeMask: labelled('激活码', z.string()),
    batchId: id,
    /** 1 to the batch's quantity. */
    serial: labelled('序号', z.int()),
    status: oneOf(codeStatuses),
    expireTime: instant,
    usedBy: labelled(
      '使用者',
      z
        .object({ userId: id, nickName: z.string().default('') })
        .nullable()
        .default(null),
    ),
    usedTime: labelled('使用时间', instant.nullable().default(null)),
    disableReason: labelled('作废原因', z.string().default('')),
  },
  filter: {
    batchId: id,
    status: oneOrMany(oneOf(codeStatuses)),
    'usedBy.userId': id,
  },
  sorts: ['createTime', 'serial', 'usedTime'],
  search: true,
  states: codeStatuses,
  /** The code itself is stored encrypted. */
  unique: ['codeHash'],
  indexes: [
    'tail status -createTime',
    'batchId serial',
    'status serial',
    'batchId status -createTime',
    'status expireTime',
    'status -usedTime',
    'usedBy.userId -usedTime',
  ],
  actions: {
    /** `q` is a whole code or its last four characters. */
    list: {
      name: 'getCodes',
      example: { page: 1, pageSize: 20, filter: { batchId: 'bat_0001' }, withCounts: true },
    },
  },
});
export type ActivationCode = RecordOf<typeof activationCodeEntity>;

const reason = line(200).min(1);
/** A code as it was typed or scanned. */
export const typedCode = line(64).min(1);
const code = z.object({ _id: id, serial: z.int(), code: z.string() });
const expectCount = z.int().min(0).max(MAX_BATCH_CODES);
const affected = z.object({ counts, affected: z.int() });

export const activationCodeActions = {
  ...activationBatchEntity.actions,
  /** Stores the batch and makes as many codes as fit into one call; a timer, or `generateCodes`, makes the rest. */
  createBatch: adminWrite({
    right: 'activation-codes.write',
    input: z.strictObject({
      name: line(30).min(2),
      packageId: id.optional(),
      credits: z.int().min(0).max(1_000_000).optional(),
      quantity: z.int().min(1).max(MAX_BATCH_CODES),
      channel: line(MAX_CHANNEL_LENGTH).optional(),
      validFrom: instant.optional(),
      expireTime: instant.optional(),
      perUserLimit: z.int().min(1).max(1_000).optional(),
      remark: optionalText(200).optional(),
      idemKey: idemKey.optional(),
    }),
    output: activationBatchEntity.record,
    example: { name: '示例批次', credits: 100, quantity: 20 },
  }),
  /** Continues an unfinished job; does nothing if there is none. */
  generateCodes: changeOf(activationBatchEntity, {
    right: 'activation-codes.write',
    example: { id: 'bat_0002' },
  }),
  /** Codes of a batch that is not active cannot be redeemed; their own states do not change. */
  setBatchStatus: changeOf(activationBatchEntity, {
    right: 'activation-codes.write',
    more: {
      status: z.enum(['active', 'disabled', 'archived']),
      reason,
      rev: rev.optional(),
    },
    example: { id: 'bat_0002', status: 'disabled', reason: '渠道合作暂停' },
  }),
  /** Expired codes of the batch become usable again. */
  extendBatch: changeOf(activationBatchEntity, {
    right: 'activation-codes.write',
    more: { expireTime: instant, reason: reason.optional(), rev: rev.optional() },
    example: { id: 'bat_0001', expireTime: 4_000_000_000_000 },
  }),
  /** What disabling would do: the number of codes by state, and how many would change. */
  previewDisable: adminRead({
    right: 'activation-codes.write',
    input: z.strictObject({
      batchId: id.optional(),
      ids: z.array(id).min(1).max(100).optional(),
    }),
    output: affected,
    example: { batchId: 'bat_0001' },
  }),
  ...activationCodeEntity.actions,
  /** Some codes, or all unused codes of a batch; `expectCount` is the number shown by the preview. */
  disableCodes: adminWrite({
    right: 'activation-codes.write',
    input: z.strictObject({
      ids: z.array(id).min(1).max(100).optional(),
      batchId: id.optional(),
      reason,
      expectCount: expectCount.optional(),
    }),
    output: z.object({ affected: z.int(), batch: activationBatchEntity.record.nullable() }),
    example: { ids: ['bat_0001_00002'], reason: '卡片遗失', expectCount: 1 },
  }),
  restoreCode: changeOf(activationCodeEntity, {
    right: 'activation-codes.write',
    more: { reason },
    example: { id: 'bat_0001_00003', reason: '误操作，恢复使用' },
  }),
  /** Whole codes. The reason and the administrator are recorded first. */
  revealCodes: adminWrite({
    right: 'activation-codes.reveal',
    input: z.strictObject({ ids: z.array(id).min(1).max(100), reason }),
    output: z.object({ list: z.array(code) }),
    example: { ids: ['bat_0001_00001'], reason: '用户卡片污损，核对激活码' },
    asksFactor: always,
  }),
  /** Whole codes of a batch, page by page: `after` is the last serial of the previous page. */
  exportBatch: adminWrite({
    right: 'activation-codes.reveal',
    input: byId.extend({
      reason,
      after: z.int().min(0).optional(),
      pageSize: z.int().min(1).max(MAX_EXPORT_PAGE).optional(),
    }),
    output: z.object({
      list: z.array(code.extend({ status: oneOf(codeStatuses) })),
      total: z.int(),
      /** Null after the last page. */
      next: z.int().nullable(),
    }),
    example: { id: 'bat_0001', reason: '交付渠道印刷' },
    asksFactor: always,
  }),
  /** Redeems a code for a user who cannot type it. Unlike the user, the administrator sees why a code is refused. */
  redeemForUser: adminWrite({
    right: 'activation-codes.redeem',
    input: z.strictObject({ code: typedCode, userId: id, reason }),
    output: z.object({
      codeId: id,
      credits: z.int(),
      packageName: z.string(),
      packageExpireTime: instant.nullable(),
    }),
    example: { code: 'ABCD-EFGHJ-KMNPQ-RSTK', userId: 'usr_0002', reason: '用户无法自行输入' },
  }),
  /** For the head of the list. */
  getCodeStats: adminRead({
    right: 'activation-codes.read',
    input: z.strictObject({}),
    output: z.object({
      codes: counts,
      usedToday: z.int(),
      /** Unused ones within `expiringSoon`, and the active batches that they may be in. */
      expiringCodes: z.int(),
      expiringBatches: z.int(),
    }),
    example: {},
  }),
};
