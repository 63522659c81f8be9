import { type Choice, listOutput, oneOrMany, range, unsearchedListInput } from './action.ts';
import { action, byId } from './action.ts';
import { keysOf, type Transitions } from './states.ts';
import { fen, id, instant, line, optionalText, recordFields, z } from './zod.ts';

export const refundStatuses = {
  created: { label: '已创建', tone: 'neutral' },
  processing: { label: '退款中', tone: 'info' },
  success: { label: '已退款', tone: 'success' },
  closed: { label: '已关闭', tone: 'neutral' },
  abnormal: { label: '退款异常', tone: 'danger' },
  request_failed: { label: '提交失败', tone: 'warning' },
  voided: { label: '已作废', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type RefundStatus = keyof typeof refundStatuses;

/**
 * `closed` is the gateway's word, `voided` is ours, about a refund the gateway has never heard of. `closed → processing`
 * submits it again under its own number; `abnormal → processing` sends the money another way. `voided → processing` is
 * never ours: the gateway has carried it out all the same. `success` is the end.
 */
export const refundTransitions: Transitions<RefundStatus> = {
  created: ['processing', 'request_failed'],
  request_failed: ['processing', 'voided'],
  processing: ['success', 'closed', 'abnormal'],
  abnormal: ['processing'],
  closed: ['processing'],
  voided: ['processing'],
  success: [],
};

/** Of a voided refund whose money the gateway moved all the same: somebody must look, and says so once he has. */
export const afterVoidStates = {
  none: { label: '无', tone: 'neutral' },
  moved: { label: '作废后仍退款', tone: 'danger' },
  checked: { label: '已核对', tone: 'success' },
} as const satisfies Record<string, Choice>;

export const refundReasonCodes = {
  user_request: { label: '用户申请', tone: 'neutral' },
  generate_failed: { label: '生成失败', tone: 'warning' },
  quality: { label: '效果不满意', tone: 'warning' },
  print_defect: { label: '冲印问题', tone: 'warning' },
  duplicate: { label: '重复购买', tone: 'neutral' },
  other: { label: '其他', tone: 'neutral' },
} as const satisfies Record<string, Choice>;

export const abnormalRefundTypes = {
  USER_BANK_CARD: { label: '退到用户银行卡', tone: 'info' },
  MERCHANT_BANK_CARD: { label: '退到商户账户', tone: 'info' },
} as const satisfies Record<string, Choice>;

/** What the user gives back of what the order had granted, once the money has arrived. */
export const clawbackInput = z.strictObject({
  credits: z.int().min(0).max(10_000_000),
  packageDays: z.int().min(0).max(3_660).optional(),
  /** true: what was spent already becomes a debt; false: no more is taken than is left. */
  allowNegative: z.boolean(),
});

export const refund = z.object({
  ...recordFields,
  orderId: id,
  orderNo: z.string(),
  orderPayFen: z.int(),
  userId: z.string().default(''),
  openid: z.string().default(''),
  printOrderId: z.string().default(''),
  amountFen: z.int(),
  reasonCode: z.enum(keysOf(refundReasonCodes)).catch('other'),
  /** The user reads it in WeChat. */
  reason: z.string().default(''),
  /** Only we read it. */
  internalNote: z.string().default(''),
  items: z.array(z.object({ itemIndex: z.int(), qty: z.int(), amountFen: z.int() })).default([]),
  clawback: z
    .object({ credits: z.int(), packageDays: z.int(), allowNegative: z.boolean() })
    .default({ credits: 0, packageDays: 0, allowNegative: false }),
  /** What was really taken back; null while the refund is not successful. */
  clawedBack: z
    .object({ paid: z.int(), gift: z.int(), packageDays: z.int() })
    .nullable()
    .default(null),
  payChannel: z.string(),
  status: z.enum(keysOf(refundStatuses)),
  /** Nobody knows yet whether the gateway has taken it: a query will tell, a second refund must not be made. */
  outcomeUnknown: z.boolean().default(false),
  /** Why the gateway refused it, in our words. */
  failure: z.string().default(''),
  refundId: z.string().default(''),
  gatewayStatus: z.string().default(''),
  userReceivedAccount: z.string().default(''),
  attempts: z
    .array(
      z.object({
        time: instant,
        by: z.string(),
        call: z.string(),
        httpStatus: z.int(),
        code: z.string(),
      }),
    )
    .default([]),
  applyBy: z.string().default(''),
  successTime: instant.nullable().default(null),
  /** When the gateway is asked next; null when there is nothing to ask. */
  nextQueryTime: instant.nullable().default(null),
  /** Until then a submission may still reach the gateway, so it cannot be voided; null when none is on its way. */
  inFlightUntil: instant.nullable().default(null),
  voidTime: instant.nullable().default(null),
  afterVoid: z.enum(keysOf(afterVoidStates)).default('none'),
});
export type Refund = z.output<typeof refund>;

export const refundFilter = {
  ids: z.array(id).max(100),
  status: oneOrMany(z.enum(keysOf(refundStatuses))),
  orderId: id,
  userId: id,
  createTime: range,
  /** When the money arrived; what is not refunded has no such time. */
  successTime: range,
  afterVoid: z.enum(['moved', 'checked']),
};
export const refundSorts = ['createTime', 'successTime'] as const;

/** `adminOrder.processRefund` makes a refund; these lead it on. */
export const refundActions = {
  getRefunds: action({
    access: 'admin',
    effect: 'read',
    input: unsearchedListInput(refundFilter, refundSorts),
    output: listOutput(refund),
    example: { page: 1, pageSize: 20, withCounts: true },
  }),
  getRefundById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: refund,
    example: { id: 'rf_0001' },
  }),
  /** Submits a failed or closed refund again: same number, same parameters, after asking the gateway about it. */
  retryRefund: action({
    access: 'admin',
    effect: 'write',
    input: byId,
    output: refund,
    example: { id: 'rf_0005' },
  }),
  /** Asks the gateway how it stands and records it. */
  syncRefund: action({
    access: 'admin',
    effect: 'write',
    input: byId,
    output: refund,
    example: { id: 'rf_0002' },
  }),
  /**
   * Gives up a refund that the gateway, asked now, has never heard of; its amount is free again, and it is never
   * submitted again. 40902 while a submission may still be on its way (`inFlightUntil`) or the gateway gives no clear answer.
   */
  voidRefund: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ reason: line(200).min(1) }),
    output: refund,
    example: { id: 'rf_0006', reason: '改为重新发起' },
  }),
  /** "I have looked at it": the money of a voided refund that the gateway moved all the same. */
  checkVoidedRefund: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ note: line(200).min(1) }),
    output: refund,
    example: { id: 'rf_0008', note: '已与微信支付账单核对，联系用户退回' },
  }),
  applyAbnormalRefund: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({
      type: z.enum(keysOf(abnormalRefundTypes)),
      /** The three are needed for the user's card; they go to the gateway encrypted and are not kept. */
      bankType: z
        .string()
        .regex(/^[A-Z0-9_]{2,32}$/, '格式不正确')
        .optional(),
      bankAccount: z
        .string()
        .regex(/^\d{8,30}$/, '请填写银行卡号')
        .optional(),
      realName: line(64).min(2).optional(),
    }),
    output: refund,
    example: { id: 'rf_0004', type: 'MERCHANT_BANK_CARD' },
  }),
};

/** What `processRefund` takes beside the order's id. */
export const refundRequest = {
  amountFen: fen.min(1),
  reasonCode: z.enum(keysOf(refundReasonCodes)).default('other'),
  /** WeChat takes 80 characters. */
  reason: line(80).default(''),
  internalNote: optionalText(500).optional(),
  items: z
    .array(
      z.strictObject({
        itemIndex: z.int().min(0).max(99),
        qty: z.int().min(1).max(10_000),
        amountFen: fen,
      }),
    )
    .max(100)
    .optional(),
  /** When absent: in proportion to the amount, never more than is left. */
  clawback: clawbackInput.optional(),
};
