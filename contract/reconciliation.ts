import {
  action,
  byId,
  type Choice,
  listOutput,
  oneOrMany,
  range,
  unsearchedListInput,
} from './action.ts';
import { day } from './day.ts';
import { payChannels } from './order.ts';
import { keysOf, type Transitions } from './states.ts';
import { id, instant, line, recordFields, rev, z } from './zod.ts';

/** How far back the gateway still answers with a bill. */
export const BILL_DAYS = 90;

export const reconciliationStatuses = {
  different: { label: '有差异', tone: 'danger' },
  failed: { label: '核对失败', tone: 'warning' },
  /** Nothing is open, but what was paid around midnight may be in the next day's bill. */
  pending: { label: '待次日', tone: 'info' },
  handled: { label: '已处理', tone: 'neutral' },
  agreed: { label: '一致', tone: 'success' },
  /** Nobody has compared it yet, or its bill is not there yet. */
  waiting: { label: '待核对', tone: 'neutral' },
  running: { label: '核对中', tone: 'info' },
} as const satisfies Record<string, Choice>;
export type ReconciliationStatus = keyof typeof reconciliationStatuses;

const ends = ['different', 'pending', 'handled', 'agreed', 'failed'] as const;
/** Any day can be run again. */
export const reconciliationTransitions: Transitions<ReconciliationStatus> = {
  waiting: ['running', 'failed'],
  running: ['waiting', ...ends],
  different: ['waiting', 'running', 'pending', 'handled'],
  pending: ['waiting', 'running'],
  handled: ['waiting', 'running'],
  agreed: ['waiting', 'running'],
  failed: ['waiting', 'running'],
};

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
  /** Around midnight, and the bill of the day beside is not there yet. */
  waiting: { label: '待次日账单', tone: 'info' },
  /** Explained by somebody. */
  closed: { label: '已说明', tone: 'neutral' },
  /** A later comparison no longer found it. */
  resolved: { label: '已消除', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type DifferenceStatus = keyof typeof differenceStatuses;

/** What is found again opens again; a note stands as long as what it explains stays the same. */
export const differenceTransitions: Transitions<DifferenceStatus> = {
  open: ['closed', 'resolved', 'waiting'],
  waiting: ['open', 'resolved'],
  closed: ['open', 'waiting'],
  resolved: ['open', 'waiting'],
};

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

/** One day of the gateway's bill beside our orders and refunds; `_id` is the day, `20261120`. */
export const reconciliationDay = z.object({
  ...recordFields,
  _id: day,
  /** Its midnight in Shanghai. */
  dayTime: instant,
  status: z.enum(keysOf(reconciliationStatuses)),
  /** How often it has been compared; 0 before the first time. */
  run: z.int().default(0),
  /** False: nothing was paid or refunded, so the gateway has made no bill. Null: not known yet. */
  hasBill: z.boolean().nullable().default(null),
  /** By the bill. */
  there: figures.default(noFigures),
  /** Of ours, what belongs to that bill: the two differ by exactly what the differences say. */
  ours: figures.default(noFigures),
  /** What the gateway keeps for itself. */
  feeFen: z.int().default(0),
  /** Paid some other way, so in no such bill. */
  others: z.array(figures.extend({ payChannel: z.enum(keysOf(payChannels)) })).default([]),
  /** The bill of the account's movements, beside the sums the trade bill names; null where there is none. */
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
  /** Why it could not be compared, for people. */
  failure: z.string().default(''),
});
export type ReconciliationDay = z.output<typeof reconciliationDay>;

export const reconciliationDifference = z.object({
  ...recordFields,
  day,
  dayTime: instant,
  kind: z.enum(keysOf(differenceKinds)),
  of: z.enum(['payment', 'refund']),
  status: z.enum(keysOf(differenceStatuses)),
  /** The number both sides know it by: the order's, or the refund's. */
  number: z.string(),
  /** The gateway's own. */
  gatewayNo: z.string().default(''),
  orderNo: z.string().default(''),
  /** Of our records; '' where there is none. */
  orderId: z.string().default(''),
  refundId: z.string().default(''),
  /** How our record stood; '' where there is none. */
  ownStatus: z.string().default(''),
  billFen: z.int().nullable().default(null),
  ownFen: z.int().nullable().default(null),
  billTime: instant.nullable().default(null),
  ownTime: instant.nullable().default(null),
  /** Why somebody closed it. */
  note: z.string().default(''),
  closeBy: z.string().default(''),
  closeTime: instant.nullable().default(null),
  /** How a later comparison found it gone. */
  resolution: z.string().default(''),
  resolveTime: instant.nullable().default(null),
});
export type ReconciliationDifference = z.output<typeof reconciliationDifference>;

export const reconciliationDayFilter = {
  ids: z.array(id).max(100),
  status: oneOrMany(z.enum(keysOf(reconciliationStatuses))),
  dayTime: range,
};
export const reconciliationDaySorts = ['dayTime'] as const;

export const differenceFilter = {
  ids: z.array(id).max(100),
  day,
  status: oneOrMany(z.enum(keysOf(differenceStatuses))),
  kind: oneOrMany(z.enum(keysOf(differenceKinds))),
  dayTime: range,
};
export const differenceSorts = ['createTime', 'dayTime'] as const;

export const reconciliationActions = {
  getDays: action({
    access: 'admin',
    effect: 'read',
    input: unsearchedListInput(reconciliationDayFilter, reconciliationDaySorts),
    output: listOutput(reconciliationDay),
    example: { page: 1, pageSize: 20, withCounts: true },
  }),
  /** A day nobody has compared answers as one that waits for it. */
  getDayById: action({
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ id: day }),
    output: reconciliationDay,
    example: { id: '20260901' },
  }),
  getDifferences: action({
    access: 'admin',
    effect: 'read',
    input: unsearchedListInput(differenceFilter, differenceSorts),
    output: listOutput(reconciliationDifference),
    example: { page: 1, pageSize: 20, filter: { status: 'open' }, withCounts: true },
  }),
  /**
   * Compares a day, for the first time or again; the newest that has a bill when none is named. What does not fit into
   * the call is finished within a minute; `status` tells.
   */
  runDay: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ day: day.optional() }),
    output: reconciliationDay,
    example: {},
  }),
  /** An explanation instead of a mend. */
  closeDifference: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ note: line(200).min(1), rev: rev.optional() }),
    output: reconciliationDifference,
    example: { id: 'rcd_0001', note: '已与财务核实，线下处理' },
  }),
};
