import { adminRead, adminWrite, byId, changeOf, oneOrMany, range } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { invoice, invoiceNumber } from './invoice.ts';
import { invoiceStatuses } from './invoiceStates.ts';
import { orderItem } from './orderItem.ts';
import {
  fulfilStatuses,
  orderRefundStatuses,
  orderSources,
  type OrderStatus,
  orderStatuses,
  orderTypes,
  uploadStatuses,
} from './orderStates.ts';
import { payChannels } from './payChannels.ts';
import { userText } from './personal.ts';
import {
  refundActions,
  refundEntity,
  refundItem,
  refundPreview,
  refundRequest,
  refundWish,
} from './refund.ts';
import { refundAsk } from './refundAsk.ts';
import { refundAskStatuses } from './refundAskStates.ts';
import { adminRemarks, remarkText } from './remark.ts';
import { oneOf, stateHistory, type Transitions } from './states.ts';
import {
  id,
  idemKey,
  instant,
  ints,
  labelled,
  line,
  optionalFilePath,
  optionalLine,
  rev,
  showing,
  z,
} from './zod.ts';

/** The moves possible through `updateOrderStatus`; payments, refunds and fulfilment make the others. */
export const manualOrderTransitions: Transitions<OrderStatus> = {
  pending: ['closed'],
  paid: ['completed'],
  completed: [],
  closed: [],
  refunded: [],
};

/** An order from the web that a user of the mini-program has taken over to pay it; its user is the new one. */
export const orderClaim = z.object({
  time: instant,
  /** Who placed it on the web. */
  fromUserId: z.string(),
  fromNickName: z.string().default(''),
});

/**
 * What may be refunded by itself: an item of the order; of prints each photo, at its place in the print order, and
 * behind the photos the shipping.
 */
const orderLine = z.object({
  kind: z.enum(['item', 'photo', 'shipping']),
  name: z.string(),
  /** Only for photos. */
  filePath: z.string().default(''),
  qty: z.int(),
  /** Its share of what was paid. */
  paidFen: z.int(),
  refundedQty: z.int(),
  refundedFen: z.int(),
  /** In refunds that have not ended. */
  refundingQty: z.int(),
  /** In reprints that were not cancelled. */
  reprintedQty: z.int(),
});
export type OrderLine = z.output<typeof orderLine>;

export const orderEntity = entity({
  kind: 'order',
  name: '订单',
  function: 'adminOrder',
  collection: 'orders',
  words: {
    updateOrderStatus: '关闭订单或标记完成',
    markPaidOffline: '标记线下已付',
    syncPayment: '查询支付结果',
    retryUpload: '重新同步发货信息',
    retryFulfil: '重新发放',
    addRemark: '添加订单备注',
    issueInvoice: '标记已开票',
    refuseInvoice: '不予开票',
    cancelInvoice: '标记已红冲',
    refuseRefundAsk: '不同意退款',
    revealInvoiceEmail: '查看完整的接收邮箱',
  },
  also: {
    /** 20 characters; `out_trade_no` at the gateway. */
    orderNo: labelled('订单号', z.string()),
    type: labelled('类型', oneOf(orderTypes)),
    userId: labelled('用户', z.string().default('')),
    openid: labelled('openid', z.string().default('')),
    userSnap: z
      .object({ nickName: z.string().default(''), phoneTail: z.string().default('') })
      .prefault({}),
    items: z.array(orderItem).default([]),
    totalFen: labelled('总额', z.int()),
    discountFen: labelled('优惠', z.int().default(0)),
    /** To be paid; whether it was, `payTime` says. */
    payFen: labelled('金额', z.int()),
    /** Sum of the successful refunds. */
    refundedFen: labelled('已退', z.int().default(0)),
    /** Reserved by the open refund. */
    refundingFen: labelled('退款中', z.int().default(0)),
    /** By line: what refunds have returned or reserved. Lines are those of `details.lines`. */
    refundItems: labelled('退款明细', z.array(refundItem).default([])),
    refundCount: labelled('退款次数', z.int().default(0)),
    lastRefundTime: labelled('最近退款', instant.nullable().default(null)),
    /** The one refund that has not ended; '' for none. */
    openRefundId: labelled('处理中的退款', z.string().default('')),
    payChannel: labelled('支付方式', oneOf(payChannels)),
    transactionId: labelled('支付单号', z.string().default('')),
    payTime: labelled('支付时间', instant.nullable().default(null)),
    expireTime: labelled('支付截止', instant.nullable().default(null)),
    status: oneOf(orderStatuses),
    refundStatus: labelled('退款与异常', oneOf(orderRefundStatuses).default('none')),
    fulfil: z
      .object({
        status: oneOf(fulfilStatuses),
        time: instant.nullable().default(null),
        /** Why it failed, or why nothing is granted. */
        error: z.string().default(''),
        /** When it is tried next; null unless it is pending. */
        nextTime: instant.nullable().default(null),
        /** Granted by this order. */
        credits: z.int().default(0),
        giftCredits: z.int().default(0),
        days: z.int().default(0),
        /** When these days begin; null where there are none, absent in older orders. */
        daysFrom: instant.nullable().optional(),
      })
      .prefault({ status: 'none' }),
    upload: z
      .object({
        status: oneOf(uploadStatuses),
        /** Why WeChat does not know it yet, or refused it, for people; '' when there is nothing to say. */
        reason: z.string().default(''),
        /** When WeChat confirmed it. */
        time: instant.nullable().default(null),
        attempts: z.int().default(0),
        /** When it is sent, or tried again; null when nothing is to be sent. */
        nextTime: instant.nullable().default(null),
        /** A try was not answered: WeChat may have it. */
        isUnsure: z.boolean().default(false),
      })
      .prefault({ status: 'none' }),
    /** Taken back by refunds so far. */
    clawedBack: z.object({ credits: z.int().default(0), days: z.int().default(0) }).prefault({}),
    /** Paid after it was closed: needs attention. */
    latePay: labelled('关闭后支付', z.boolean().default(false)),
    printOrderId: labelled('冲印订单', z.string().default('')),
    /** The task that a single purchase has begun; '' before that, and for other orders. */
    taskId: labelled('生成任务', z.string().default('')),
    /** Written by the user. */
    /** The version of the refund rules that its user confirmed; '' where none was asked for. */
    refundRules: labelled('已确认的退款规则', z.string().default('')),
    invoice: labelled('发票', invoice.nullable().default(null)),
    refundAsk: labelled('退款申请', refundAsk.nullable().default(null)),
    remark: labelled('用户备注', userText.default('')),
    source: labelled('来源', oneOf(orderSources).default('mini_program')),
    claim: labelled('小程序认领', orderClaim.nullable().default(null)),
    /** The gateway knows it, or may: it is asked before the order is closed. */
    prepaid: labelled('已在微信下单', z.boolean().default(false)),
    /** Only for money received outside WeChat: who received it and how, and a picture as proof. */
    offlineNote: labelled('收款备注', z.string().default('')),
    voucher: labelled('收款凭证', z.string().default('')),
    adminRemarks,
    history: stateHistory,
  },
  /** Its lines, its refunds, and what may still be refunded. */
  details: {
    lines: z.array(orderLine).default([]),
    refunds: z.array(refundEntity.record).default([]),
    refundable: z
      .object({
        maxFen: z.int(),
        /** No refund is accepted before this instant. */
        nextTime: instant.nullable(),
        /** Why no refund is possible now, shown to people; '' when one is. */
        obstacle: z.string(),
        /** Granted and not taken back yet. */
        credits: z.int(),
        days: z.int(),
        /** From the payment settings: whether a partial refund is allowed, and the reasons to choose from. */
        allowPartial: z.boolean().default(true),
        reasons: z.array(z.string()).default([]),
      })
      .nullable()
      .default(null),
    /** Whether AppID and AppSecret of the mini-program are there; nothing is uploaded without. */
    isMiniProgramSet: z.boolean().default(true),
  },
  labels: {
    createTime: '下单时间',
    'userSnap.nickName': '昵称',
    'fulfil.status': '权益发放',
    fulfilStatus: '权益发放',
    uploadStatus: '发货同步',
    packageId: '套餐',
    invoiceStatus: '发票',
    'invoice.status': '发票状态',
    'invoice.kind': '抬头类型',
    'invoice.title': '发票抬头',
    'invoice.taxNumber': '税号',
    'invoice.email': '接收邮箱',
    'invoice.amountFen': '开票金额',
    'invoice.number': '发票号码',
    'invoice.reason': '不予开票的原因',
    'invoice.cancelNumber': '红字发票号码',
    'invoice.askTime': '申请开票时间',
    'invoice.issueTime': '开票时间',
    'invoice.cancelTime': '红冲时间',
    refundAskStatus: '退款申请',
    'refundAsk.status': '退款申请状态',
    'refundAsk.reason': '申请退款的原因',
    'refundAsk.text': '申请退款的说明',
    'refundAsk.askTime': '申请退款时间',
    'refundAsk.answer': '不同意的原因',
    'refundAsk.answerTime': '答复申请时间',
  },
  filter: {
    status: oneOrMany(oneOf(orderStatuses)),
    type: oneOrMany(oneOf(orderTypes)),
    payChannel: oneOrMany(oneOf(payChannels)),
    refundStatus: oneOrMany(oneOf(orderRefundStatuses)),
    fulfilStatus: oneOf(fulfilStatuses),
    uploadStatus: oneOrMany(oneOf(uploadStatuses)),
    userId: id,
    /** Of the package that was bought. */
    packageId: id,
    invoiceStatus: oneOf(invoiceStatuses),
    refundAskStatus: oneOf(refundAskStatuses),
    createTime: range,
    payTime: range,
    payFen: range,
  },
  sorts: ['createTime', 'payTime', 'payFen'],
  search: true,
  unlisted: [
    'history',
    'adminRemarks',
    'refundItems',
    'claim',
    'items.snapshot',
    'invoice.title',
    'invoice.taxNumber',
    'invoice.email',
    'refundAsk.text',
  ],
  states: orderStatuses,
  /** `closed → paid` is a late payment; the order is flagged `latePay`. */
  transitions: {
    pending: ['paid', 'closed'],
    paid: ['completed', 'refunded'],
    completed: ['refunded'],
    closed: ['paid'],
    refunded: [],
  } satisfies Transitions<OrderStatus>,
  unique: ['orderNo'],
  indexes: [
    'unaudited.time',
    // When unpaid orders are closed, and when the gateway is asked again about a payment whose notice is missing.
    'status -createTime +expireTime +askTime',
    'type status -createTime',
    'payChannel status -createTime',
    'openid -createTime',
    'items.refId status -createTime',
    'items.refId fulfil.status -payTime',
    'refundStatus status -createTime',
    'fulfil.status status -createTime +fulfil.nextTime',
    'upload.status status -createTime +upload.nextTime',
    'status -payTime',
    'status -payFen',
    'payChannel payTime _id',
    'grams +status +userSnap.nickName',
    'files',
  ],
  actions: {
    /**
     * `q`: an order, transaction or refund number, the last four digits of a number or phone, a phone number, a user's
     * openid or id, or part of a name.
     */
    list: {
      name: 'getOrders',
      example: {
        page: 1,
        pageSize: 20,
        sort: { field: 'createTime', order: 'desc' },
        filter: { status: 'completed' },
      },
    },
    get: { name: 'getOrderById', id: 'id', example: { id: 'ord_0001' } },
  },
});
export type Order = RecordOf<typeof orderEntity>;
export type OrderDetail = z.output<typeof orderEntity.detail>;

const dayFigures = ints('createdOrders', 'paidOrders', 'paidFen', 'refundedFen');

/** How far `getOrderStats` counts the orders of each state. */
export const MOST_OF_STATE = 200;

export const orderActions = {
  ...orderEntity.actions,
  /** `pending → closed`, after asking the gateway, and `paid → completed`, which fulfils again. Other moves: 40902. */
  updateOrderStatus: adminWrite({
    right: 'orders.write',
    input: z.strictObject({
      id,
      status: oneOf(orderStatuses),
      reason: line(200).optional(),
      rev: rev.optional(),
    }),
    output: orderEntity.record,
    example: { id: 'ord_0002', status: 'closed', reason: '用户要求关闭' },
  }),
  /** What a refund would return and take back, by the calculation that `processRefund` makes. */
  previewRefund: adminRead({
    right: 'orders.refund',
    input: z.strictObject({
      id,
      ...refundWish,
      amountFen: refundWish.amountFen.optional(),
      /** The amount is `unusedFen`. */
      unused: z.boolean().optional(),
    }),
    output: refundPreview,
    example: { id: 'ord_0003', items: [{ itemIndex: 0, qty: 1 }] },
  }),
  /**
   * Answers the refund; `status` and `outcomeUnknown` say how it stands. With `items` the amount must be what they
   * make, or be given with `freeAmount`. Above the limits of the role it waits for approval.
   */
  processRefund: adminWrite({
    right: 'orders.refund',
    input: z.strictObject({ id, ...refundRequest, idemKey: idemKey.optional() }),
    output: refundEntity.record,
    example: {
      id: 'ord_0003',
      amountFen: 100,
      reasonCode: '其他',
      reason: '用户申请退款',
    },
  }),
  /** From the counters: today, the recent days and the total, and the orders that need attention. */
  getOrderStats: adminRead({
    right: 'orders.read',
    input: z.strictObject({ days: z.int().min(1).max(366).default(30) }),
    output: z.object({
      total: dayFigures,
      today: dayFigures,
      days: z.array(dayFigures.extend({ day: z.string() })),
      /** Each counted up to `MOST_OF_STATE`, what needs attention up to `MAX_BADGE`; one more says that there are more. */
      statuses: z.record(z.string(), z.int()),
      openRefunds: z.int(),
      abnormalRefunds: z.int(),
      failedFulfilments: z.int(),
    }),
    example: { days: 30 },
  }),
  /** Asks the gateway whether the order was paid and records the answer. */
  syncPayment: changeOf(orderEntity, { right: 'orders.write', example: { id: 'ord_0001' } }),
  /** Uploads the delivery to WeChat again, soon. 40902 for one that WeChat knows, or need not know. */
  retryUpload: changeOf(orderEntity, { right: 'orders.write', example: { id: 'ord_0035' } }),
  /** Repeats the fulfilment of a paid order. */
  retryFulfil: changeOf(orderEntity, { right: 'orders.write', example: { id: 'ord_0004' } }),
  /**
   * An unpaid print order from the web was paid outside WeChat. `expectPayFen`: the sum that was received, 40902 with
   * `payFen` if the order asks for another one; `voucher`: a picture uploaded for this purpose. Refunds of it are made by
   * hand too.
   */
  markPaidOffline: changeOf(orderEntity, {
    right: 'orders.offline',
    more: {
      reason: line(200).min(1),
      expectPayFen: z.int().min(0).optional(),
      note: optionalLine(200).optional(),
      voucher: optionalFilePath.optional(),
      rev: rev.optional(),
    },
    example: { id: 'ord_0023', reason: '门店现金收款' },
  }),
  addRemark: changeOf(orderEntity, {
    right: 'orders.write',
    more: { text: remarkText },
    example: { id: 'ord_0001', text: '已电话联系用户' },
  }),
  /** The invoice was issued outside, for the amount that the order says; 40902 while a refund is open. */
  issueInvoice: changeOf(orderEntity, {
    right: 'orders.invoice',
    more: { number: invoiceNumber, rev: rev.optional() },
    example: { id: 'ord_0012', number: '26312000000000000001' },
  }),
  refuseInvoice: changeOf(orderEntity, {
    right: 'orders.invoice',
    more: { reason: line(200).min(1), rev: rev.optional() },
    example: { id: 'ord_0012', reason: '抬头与税号不符，请核对后重新申请' },
  }),
  /** Where the invoice is to be sent, in full. */
  revealInvoiceEmail: adminWrite({
    right: 'orders.invoice',
    input: byId.extend({ reason: line(200).min(1) }),
    output: z.object({ _id: id, email: showing('all', z.string()) }),
    example: { id: 'ord_0012', reason: '发送发票' },
  }),
  /** Something was refunded after the issue, and `number` is that of the invoice which cancels it. */
  cancelInvoice: changeOf(orderEntity, {
    right: 'orders.invoice',
    more: { number: invoiceNumber, rev: rev.optional() },
    example: { id: 'ord_0006', number: '26312000000000000002' },
  }),
  /** Agreeing is the refund; 40902 while one is open. */
  refuseRefundAsk: changeOf(orderEntity, {
    right: 'orders.refund',
    more: { reason: line(200).min(1), rev: rev.optional() },
    example: { id: 'ord_0012', reason: '积分已经用完，按退款规则不退款' },
  }),
  ...refundActions,
};
