import { adminWrite, changeOf, type Choice, oneOrMany, range } from './action.ts';
import { day } from './day.ts';
import { entity, type RecordOf } from './entity.ts';
import { payChannels } from './payChannels.ts';
import { oneOf, type Transitions } from './states.ts';
import { instant, ints, labelled, line, rev, z } from './zod.ts';

/** How many days back the gateway still has a bill. */
export const BILL_DAYS = 90;

export const reconciliationStatuses = {
  different: { label: '有差异', tone: 'danger' },
  failed: { label: '核对失败', tone: 'warning' },
  /** Nothing is open, but payments around midnight may be in the next day's bill. */
  pending: { label: '待次日', tone: 'info' },
  handled: { label: '已处理', tone: 'neutral' },
  agreed: { label: '一致', tone: 'success' },
  /** Not compared yet, or its bill is not available yet. */
  waiting: { label: '待核对', tone: 'neutral' },
  running: { label: '核对中', tone: 'info' },
} as const satisfies Record<string, Choice>;

export const differenceKinds = {
  paid_there: { label: '微信已收款，系统未入账', tone: 'danger' },
  refunded_there: { label: '微信已退款，系统未记录', tone: 'danger' },
  amount: { label: '金额不一致', tone: 'danger' },
  payment_unknown: { label: '系统已收款，账单中没有', tone: 'warning' },
  refund_unknown: { label: '系统已退款，账单中没有', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type DifferenceKind = keyof typeof differenceKinds;

export const differenceStatuses = {
  open: { label: '待处理', tone: 'danger' },
  /** Around midnight, and the bill of the neighbouring day is not available yet. */
  waiting: { label: '待次日账单', tone: 'info' },
  /** Explained by an administrator. */
  closed: { label: '已说明', tone: 'neutral' },
  /** No longer found by a later comparison. */
  resolved: { label: '已消除', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type DifferenceStatus = keyof typeof differenceStatuses;

const figures = ints('paidCount', 'paidFen', 'refundCount', 'refundedFen');
export type BookFigures = z.output<typeof figures>;
export const noFigures: BookFigures = {
  paidCount: 0,
  paidFen: 0,
  refundCount: 0,
  refundedFen: 0,
};

/** One day of the gateway's bill compared with our orders and refunds; `_id` is the day, `20261120`. */
export const reconciliationDayEntity = entity({
  kind: 'reconciliation',
  name: '对账',
  function: 'adminReconciliation',
  collection: 'reconciliationDays',
  words: {
    runDay: '核对账单',
    closeDifference: '填写对账差异的说明',
  },
  also: {
    _id: labelled('日期', day),
    /** Midnight of the day in Shanghai. */
    dayTime: labelled('日期', instant),
    status: oneOf(reconciliationStatuses),
    /** Number of comparisons so far. */
    run: labelled('核对次数', z.int().default(0)),
    /** False: nothing was paid or refunded, so there is no bill. Null: not known yet. */
    hasBill: labelled('有账单', z.boolean().nullable().default(null)),
    /** Sums of the bill. */
    there: labelled('账单合计', figures.default(noFigures)),
    /** Sums of our records that belong to that bill; the differences explain the difference between the two. */
    ours: labelled('本系统合计', figures.default(noFigures)),
    /** The gateway's fee. */
    feeFen: labelled('手续费', z.int().default(0)),
    /** Paid by another channel, so in no bill of the gateway. */
    others: labelled(
      '其他渠道合计',
      z.array(figures.extend({ payChannel: oneOf(payChannels) })).default([]),
    ),
    /** Sums of the fund flow bill beside those of the trade bill; null where there is none. */
    funds: z
      .object({
        incomeFen: z.int(),
        outgoFen: z.int(),
        paidFen: z.int(),
        refundedFen: z.int(),
        agrees: z.boolean(),
      })
      .nullable()
      .default(null),
    openCount: labelled('待处理', z.int().default(0)),
    waitingCount: labelled('待次日账单', z.int().default(0)),
    closedCount: labelled('已说明', z.int().default(0)),
    finishTime: labelled('核对时间', instant.nullable().default(null)),
    /** Why the day could not be compared, shown to people. */
    failure: z.string().default(''),
  },
  labels: {
    'there.paidCount': '账单收款笔数',
    'there.paidFen': '账单收款',
    'there.refundCount': '账单退款笔数',
    'there.refundedFen': '账单退款',
    'ours.paidCount': '系统收款笔数',
    'ours.paidFen': '系统收款',
    'ours.refundCount': '系统退款笔数',
    'ours.refundedFen': '系统退款',
  },
  filter: {
    status: oneOrMany(oneOf(reconciliationStatuses)),
    dayTime: range,
  },
  sorts: ['dayTime'],
  states: reconciliationStatuses,
  indexes: ['unaudited.time', 'status -createTime', 'nextTime'],
  actions: {
    list: { name: 'getDays', example: { page: 1, pageSize: 20, withCounts: true } },
    /** A day that was never compared is answered as `waiting`. */
    get: { name: 'getDayById', id: 'id', example: { id: '20260901' } },
  },
});
export type ReconciliationDay = RecordOf<typeof reconciliationDayEntity>;

export const reconciliationDifferenceEntity = entity({
  kind: 'reconciliationDifference',
  name: '对账差异',
  function: 'adminReconciliation',
  collection: 'reconciliationDifferences',
  also: {
    day: labelled('日期', day),
    dayTime: labelled('日期', instant),
    kind: labelled('差异', oneOf(differenceKinds)),
    of: labelled('对象', z.enum(['payment', 'refund'])),
    status: oneOf(differenceStatuses),
    /** Our number: of the order or the refund. */
    number: labelled('单号', z.string()),
    /** The gateway's number. */
    gatewayNo: labelled('微信支付单号', z.string().default('')),
    orderNo: labelled('订单号', z.string().default('')),
    /** Id of our record; '' where there is none. */
    orderId: z.string().default(''),
    refundId: z.string().default(''),
    /** State of our record at that time; '' where there is none. */
    ownStatus: labelled('本系统状态', z.string().default('')),
    billFen: labelled('账单', z.int().nullable().default(null)),
    ownFen: labelled('系统', z.int().nullable().default(null)),
    billTime: labelled('账单时间', instant.nullable().default(null)),
    ownTime: labelled('系统时间', instant.nullable().default(null)),
    /** The explanation. */
    note: labelled('说明', z.string().default('')),
    closeBy: labelled('说明人', z.string().default('')),
    closeTime: labelled('说明时间', instant.nullable().default(null)),
    /** When a later comparison no longer found it. */
    resolution: labelled('消除方式', z.string().default('')),
    resolveTime: labelled('消除时间', instant.nullable().default(null)),
  },
  filter: {
    day,
    status: oneOrMany(oneOf(differenceStatuses)),
    kind: oneOrMany(oneOf(differenceKinds)),
    dayTime: range,
  },
  sorts: ['createTime', 'dayTime'],
  states: differenceStatuses,
  /** One found again becomes open again; an explanation stays valid as long as the difference is the same. */
  transitions: {
    open: ['closed', 'resolved', 'waiting'],
    waiting: ['open', 'resolved'],
    closed: ['open', 'waiting'],
    resolved: ['open', 'waiting'],
  } satisfies Transitions<DifferenceStatus>,
  /** Day, kind and number, so that the same difference found again has the same id. */
  unique: ['key'],
  indexes: ['day status -createTime', 'status -dayTime', 'kind status -createTime'],
  actions: {
    list: {
      name: 'getDifferences',
      example: { page: 1, pageSize: 20, filter: { status: 'open' }, withCounts: true },
    },
  },
});
export type ReconciliationDifference = RecordOf<typeof reconciliationDifferenceEntity>;

export const reconciliationActions = {
  ...reconciliationDayEntity.actions,
  ...reconciliationDifferenceEntity.actions,
  /**
   * Compares a day, again if need be; without `day` the newest that has a bill. What does not fit into the call is
   * finished within a minute; `status` says so.
   */
  runDay: adminWrite({
    right: 'reconciliation.write',
    input: z.strictObject({ day: day.optional() }),
    output: reconciliationDayEntity.record,
    example: {},
  }),
  /** Closes a difference with an explanation. */
  closeDifference: changeOf(reconciliationDifferenceEntity, {
    right: 'reconciliation.write',
    more: { note: line(200).min(1), rev: rev.optional() },
    example: { id: 'rcd_0001', note: '已与财务核实，线下处理' },
  }),
};
