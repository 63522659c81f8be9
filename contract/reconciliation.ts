import { adminWrite, byId, type Choice, oneOrMany, range } from './action.ts';
import { day } from './day.ts';
import { entity, type RecordOf } from './entity.ts';
import { payChannels } from './payChannels.ts';
import { keysOf, type Transitions } from './states.ts';
import { instant, line, rev, z } from './zod.ts';

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

const figures = z.object({
  paidCount: z.int(),
  paidFen: z.int(),
  refundCount: z.int(),
  refundedFen: z.int(),
});
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
  function: 'adminReconciliation',
  collection: 'reconciliationDays',
  also: {
    _id: day,
    /** Midnight of the day in Shanghai. */
    dayTime: instant,
    status: z.enum(keysOf(reconciliationStatuses)),
    /** Number of comparisons so far. */
    run: z.int().default(0),
    /** False: nothing was paid or refunded, so there is no bill. Null: not known yet. */
    hasBill: z.boolean().nullable().default(null),
    /** Sums of the bill. */
    there: figures.default(noFigures),
    /** Sums of our records that belong to that bill; the differences explain the difference between the two. */
    ours: figures.default(noFigures),
    /** The gateway's fee. */
    feeFen: z.int().default(0),
    /** Paid by another channel, so in no bill of the gateway. */
    others: z.array(figures.extend({ payChannel: z.enum(keysOf(payChannels)) })).default([]),
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
    openCount: z.int().default(0),
    waitingCount: z.int().default(0),
    closedCount: z.int().default(0),
    startTime: instant.nullable().default(null),
    finishTime: instant.nullable().default(null),
    /** Why the day could not be compared, shown to people. */
    failure: z.string().default(''),
  },
  filter: {
    status: oneOrMany(z.enum(keysOf(reconciliationStatuses))),
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
  function: 'adminReconciliation',
  collection: 'reconciliationDifferences',
  also: {
    day,
    dayTime: instant,
    kind: z.enum(keysOf(differenceKinds)),
    of: z.enum(['payment', 'refund']),
    status: z.enum(keysOf(differenceStatuses)),
    /** Our number: of the order or the refund. */
    number: z.string(),
    /** The gateway's number. */
    gatewayNo: z.string().default(''),
    orderNo: z.string().default(''),
    /** Id of our record; '' where there is none. */
    orderId: z.string().default(''),
    refundId: z.string().default(''),
    /** State of our record at that time; '' where there is none. */
    ownStatus: z.string().default(''),
    billFen: z.int().nullable().default(null),
    ownFen: z.int().nullable().default(null),
    billTime: instant.nullable().default(null),
    ownTime: instant.nullable().default(null),
    /** The explanation. */
    note: z.string().default(''),
    closeBy: z.string().default(''),
    closeTime: instant.nullable().default(null),
    /** When a later comparison no longer found it. */
    resolution: z.string().default(''),
    resolveTime: instant.nullable().default(null),
  },
  filter: {
    day,
    status: oneOrMany(z.enum(keysOf(differenceStatuses))),
    kind: oneOrMany(z.enum(keysOf(differenceKinds))),
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
   * finished within a minute; `status` tells.
   */
  runDay: adminWrite({
    input: z.strictObject({ day: day.optional() }),
    output: reconciliationDayEntity.record,
    example: {},
  }),
  /** Closes a difference with an explanation. */
  closeDifference: adminWrite({
    input: byId.extend({ note: line(200).min(1), rev: rev.optional() }),
    output: reconciliationDifferenceEntity.record,
    example: { id: 'rcd_0001', note: '已与财务核实，线下处理' },
  }),
};
