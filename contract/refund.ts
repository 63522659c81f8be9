import { adminRead, changeOf, type Choice, oneOrMany, range, withoutInput } from './action.ts';
import { approvalMark } from './approval.ts';
import { entity, type RecordOf } from './entity.ts';
import { wechatPayLimits } from './limits/wechatPay.ts';
import { payChannels } from './payChannels.ts';
import { oneOf, type Transitions } from './states.ts';
import { fen, id, instant, labelled, line, lineWithin, optionalText, shaped, z } from './zod.ts';

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

/** For voided refunds: whether the gateway moved the money nevertheless, and whether that has been checked. */
export const afterVoidStates = {
  none: { label: '无', tone: 'neutral' },
  moved: { label: '作废后仍退款', tone: 'danger' },
  checked: { label: '已核对', tone: 'success' },
} as const satisfies Record<string, Choice>;

export const abnormalRefundTypes = {
  USER_BANK_CARD: { label: '退到用户银行卡', tone: 'info' },
  MERCHANT_BANK_CARD: { label: '退到商户账户', tone: 'info' },
} as const satisfies Record<string, Choice>;

/** So many of one line of the order, and what that makes. */
export const refundItem = z.object({ itemIndex: z.int(), qty: z.int(), amountFen: z.int() });
export type RefundItem = z.output<typeof refundItem>;

/** What is taken back of the order's grants. */
const clawbackInput = z.strictObject({
  credits: z.int().min(0).max(10_000_000),
  packageDays: z.int().min(0).max(3_660).optional(),
  /** true: the balance may become negative; false: no more is taken than is left or held by unfinished tasks. */
  allowNegative: z.boolean(),
});

const reasonCode = line(40);

export const refundEntity = entity({
  kind: 'refund',
  name: '退款',
  function: 'adminOrder',
  collection: 'refunds',
  words: {
    processRefund: '退款',
    retryRefund: '重新提交退款',
    syncRefund: '查询退款结果',
    voidRefund: '作废退款',
    checkVoidedRefund: '标记作废后的退款已核对',
    applyAbnormalRefund: '处理异常退款',
  },
  also: {
    orderId: id,
    orderNo: labelled('订单号', z.string()),
    orderPayFen: labelled('订单实付', z.int()),
    userId: labelled('用户', z.string().default('')),
    openid: labelled('openid', z.string().default('')),
    printOrderId: labelled('冲印订单', z.string().default('')),
    userSnap: z.object({ nickName: z.string().default('') }).prefault({}),
    amountFen: labelled('退款金额', z.int()),
    /** One of the payment settings' reasons, as it was worded then; '' for none. */
    reasonCode: labelled('原因', z.string().default('')),
    /** Shown to the user in WeChat. */
    reason: labelled('说明', z.string().default('')),
    /** Internal. */
    internalNote: labelled('内部备注', z.string().default('')),
    /** Empty where an amount was refunded and no lines were named. */
    items: z.array(refundItem).default([]),
    /** What is still to be taken from the user; nothing once it is taken, and as asked for when it was given back. */
    clawback: z
      .object({ credits: z.int(), packageDays: z.int(), allowNegative: z.boolean() })
      .default({ credits: 0, packageDays: 0, allowNegative: false }),
    /**
     * What was actually taken from the user: out of their reach while the refund is under way, for good once it has
     * succeeded. Null when nothing is: the refund has released its amount, and what was taken is theirs again.
     */
    clawedBack: z
      .object({
        paid: z.int(),
        gift: z.int(),
        /** What the bought credits had cost, in fen. */
        valueFen: z.int().optional(),
        packageDays: z.int(),
        /** The same in milliseconds, and the membership that they were of; absent in older refunds. */
        membership: z
          .object({ ms: z.int(), packageId: z.string(), packageName: z.string() })
          .nullable()
          .optional(),
      })
      .nullable()
      .default(null),
    payChannel: labelled('支付方式', oneOf(payChannels)),
    status: oneOf(refundStatuses),
    /**
     * It is not known whether the gateway accepted the refund: only a query may decide, a second refund must not be made.
     */
    outcomeUnknown: labelled('结果未知', z.boolean().default(false)),
    /** Why the gateway refused it, in our words. */
    failure: labelled('失败原因', z.string().default('')),
    refundId: labelled('微信退款单号', z.string().default('')),
    gatewayStatus: labelled('微信支付状态', z.string().default('')),
    userReceivedAccount: labelled('退款入账账户', z.string().default('')),
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
    applyBy: labelled('发起人', z.string().default('')),
    successTime: labelled('到账时间', instant.nullable().default(null)),
    /** Time of the next query at the gateway; null for none. */
    nextQueryTime: labelled('下次查询', instant.nullable().default(null)),
    /** Until then a submission may still reach the gateway, so the refund cannot be voided; null for none. */
    inFlightUntil: labelled('提交期限', instant.nullable().default(null)),
    voidTime: labelled('作废时间', instant.nullable().default(null)),
    afterVoid: labelled('作废后核对', oneOf(afterVoidStates).default('none')),
    /** One that waits is `created`, its amount reserved, and unknown to the gateway. */
    approval: approvalMark,
  },
  labels: {
    createTime: '发起时间',
    'userSnap.nickName': '昵称',
    'clawedBack.paid': '收回购买积分',
    'clawedBack.gift': '收回赠送积分',
    'clawedBack.packageDays': '收回会员天数',
  },
  filter: {
    status: oneOrMany(oneOf(refundStatuses)),
    orderId: id,
    userId: id,
    reasonCode,
    payChannel: oneOrMany(oneOf(payChannels)),
    createTime: range,
    /** When the money arrived; null before. */
    successTime: range,
    afterVoid: z.enum(['moved', 'checked']),
  },
  sorts: ['createTime', 'successTime'],
  search: true,
  unlisted: ['attempts'],
  states: refundStatuses,
  /**
   * The gateway closes a refund; we void one that the gateway does not know. `closed → processing` submits it again
   * under its own number, `abnormal → processing` sends the money another way. `voided → processing` happens only when
   * the gateway has carried it out nevertheless. `created → voided` ends one that is not approved. `success` is final. See
   * docs/refunds.md#states.
   */
  transitions: {
    created: ['processing', 'request_failed', 'voided'],
    request_failed: ['processing', 'voided'],
    processing: ['success', 'closed', 'abnormal'],
    abnormal: ['processing'],
    closed: ['processing'],
    voided: ['processing'],
    success: [],
  } satisfies Transitions<RefundStatus>,
  indexes: [
    'status nextQueryTime',
    'status -successTime',
    'payChannel successTime _id',
    'payChannel status -createTime',
    'reasonCode status -createTime',
    'openid -createTime',
    'grams +status +userSnap.nickName',
  ],
  actions: {
    /** `q`: as of the orders; a refund's number finds this one. */
    list: { name: 'getRefunds', example: { page: 1, pageSize: 20, withCounts: true } },
  },
});
export type Refund = RecordOf<typeof refundEntity>;

/** The other actions on a refund made by `adminOrder.processRefund`. */
export const refundActions = {
  ...refundEntity.actions,
  /** The sums of all refunds that the list would show, on all its pages. */
  getRefundSums: adminRead({
    right: 'orders.read',
    input: refundEntity.actions.getRefunds.input.pick({ filter: true, q: true }),
    output: z.object({
      /** One more than `MAX_SUMMED` where there are more; the other figures are then those of some. */
      count: z.int(),
      amountFen: z.int(),
      /** Those among them that have arrived. */
      successCount: z.int(),
      successFen: z.int(),
    }),
    example: { filter: { payChannel: 'wxpay' } },
  }),
  /** Those that the settings offer to choose from. */
  getRefundReasons: adminRead({
    right: 'orders.read',
    ...withoutInput(z.object({ list: z.array(z.string()) })),
  }),
  /** Submits a failed or closed refund again with the same number and parameters, after asking the gateway about it. */
  retryRefund: changeOf(refundEntity, { right: 'orders.refund', example: { id: 'rf_0005' } }),
  /** Asks the gateway about the refund and records the answer. */
  syncRefund: changeOf(refundEntity, { right: 'orders.refund', example: { id: 'rf_0002' } }),
  /**
   * Gives up a refund that the gateway, asked now, does not know; its amount is released, and it is never submitted
   * again. Answers 40902 while a submission may still be on its way (`inFlightUntil`) or the gateway gives no clear
   * answer.
   */
  voidRefund: changeOf(refundEntity, {
    right: 'orders.refund',
    more: { reason: line(200).min(1) },
    example: { id: 'rf_0006', reason: '改为重新发起' },
  }),
  /** Confirms that a voided refund which the gateway carried out nevertheless was checked. */
  checkVoidedRefund: changeOf(refundEntity, {
    right: 'orders.refund',
    more: { note: line(200).min(1) },
    example: { id: 'rf_0008', note: '已与微信支付账单核对，联系用户退回' },
  }),
  applyAbnormalRefund: changeOf(refundEntity, {
    right: 'orders.refund',
    more: {
      type: oneOf(abnormalRefundTypes),
      /** Needed for the user's bank card; sent to the gateway encrypted and not stored. */
      bankType: shaped(/^[A-Z0-9_]{2,16}$/, '银行代号', 'ICBC_DEBIT').optional(),
      bankAccount: shaped(/^\d{8,30}$/, '银行卡号', '6222021234567890123').optional(),
      realName: line(64).min(2).optional(),
    },
    example: { id: 'rf_0004', type: 'MERCHANT_BANK_CARD' },
  }),
};

/** What is to be refunded: an amount, or so many of some lines. */
export const refundWish = {
  amountFen: fen.min(1),
  /** An item's `amountFen` is refused where it is not what its line makes. */
  items: z
    .array(
      z.strictObject({
        itemIndex: z.int().min(0).max(999),
        qty: z.int().min(1).max(10_000),
        amountFen: fen.optional(),
      }),
    )
    .max(1_000)
    .optional(),
  /** The amount was chosen by hand and may differ from what the items make; they share it in proportion. */
  freeAmount: z.boolean().optional(),
  /**
   * What of this is absent is proposed: what the items have granted, or in proportion to the amount, never more than is
   * left.
   */
  clawback: clawbackInput.partial().optional(),
};

/** What `processRefund` takes besides the order's id. */
export const refundRequest = {
  ...refundWish,
  /** One of the reasons in the payment settings. */
  reasonCode: reasonCode.default(''),
  reason: lineWithin(wechatPayLimits.refund.reason).default(''),
  internalNote: optionalText(500).optional(),
  /**
   * What the preview said would be taken from the user. If less can be taken by now, the refund is refused with 40902, which
   * names it; without this it takes what is there.
   */
  seen: z.strictObject({ creditsTaken: z.int().min(0), daysTaken: z.int().min(0) }).optional(),
};

export const refundPreview = z.object({
  amountFen: z.int(),
  items: z.array(refundItem),
  /** What could still be refunded afterwards. */
  leftFen: z.int(),
  clawback: refundEntity.record.shape.clawback.unwrap(),
  /** Credits that can be taken from the user now; all of the above where a debt is allowed. */
  creditsTaken: z.int(),
  /**
   * Those taken that the user's unfinished tasks hold: the balance becomes negative by it until they end. Given
   * back by a task that is cancelled or fails, it settles that; a task that succeeds leaves the debt.
   */
  creditsHeld: z.int(),
  /** Days that are taken of what is asked for, and at most: those of the order that are not over. */
  daysTaken: z.int(),
  daysLeft: z.int(),
  /** The user's credits now; null where the order has no user. */
  balance: z.int().nullable(),
  /** What the published rule returns for what was not used (`unusedRules`), at most what may still be refunded. */
  unusedFen: z.int(),
  /** Nothing is left to refund, so that prints not yet in production are cancelled. */
  cancelsPrints: z.boolean(),
  /** Prints that are not sent yet are made nevertheless: all are paid back, or some of their photos. */
  leavesPrints: z.boolean(),
  /** Which limit of the role it is above, in words, so that it will wait for approval; '' for none. */
  aboveLimit: z.string(),
});
