import { type Choice, oneOrMany, range } from './action.ts';
import { carrierKeys } from './carriers.ts';
import { entity, type RecordOf } from './entity.ts';
import { orderClaim } from './order.ts';
import { orderSources } from './orderStates.ts';
import { userText } from './personal.ts';
import { addressLine, maskedAddress } from './printAddress.ts';
import { printItem } from './printItem.ts';
import { printOrderStatuses, printOrderTransitions } from './printOrderStates.ts';
import { adminRemarks } from './remark.ts';
import { oneOf, stateHistory } from './states.ts';
import { id, instant, labelled, line, z } from './zod.ts';

export const stepStates = {
  not_started: { label: '未开始', tone: 'neutral' },
  in_progress: { label: '进行中', tone: 'info' },
  complete: { label: '已完成', tone: 'success' },
  error: { label: '有问题', tone: 'danger' },
} as const satisfies Record<string, Choice>;
const step = oneOf(stepStates).default('not_started');

const issueCodes = {
  low_resolution: { label: '分辨率不足', tone: 'warning' },
  needs_photo: { label: '需要用户换图', tone: 'danger' },
} as const satisfies Record<string, Choice>;

/** Where a parcel is, as its carrier has reported to WeChat. */
export const logisticsStatuses = {
  none: { label: '未查询', tone: 'neutral' },
  unknown: { label: '待揽收', tone: 'neutral' },
  transit: { label: '在途', tone: 'info' },
  delivering: { label: '派送中', tone: 'info' },
  signed: { label: '已签收', tone: 'success' },
  abnormal: { label: '异常', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type LogisticsStatus = keyof typeof logisticsStatuses;

export const printOrderEntity = entity({
  kind: 'printOrder',
  name: '冲印订单',
  function: 'adminPrintOrder',
  collection: 'printOrders',
  words: {
    updatePrintOrderStatus: '审核、制作、签收或取消冲印订单',
    batchUpdateStatus: '批量审核、制作或签收冲印订单',
    holdPrintOrder: '请用户换图',
    resumePrintOrder: '恢复处理',
    updateAddress: '修改收件地址',
    setShipping: '发货或更正快递单号',
    importShipping: '导入快递单号',
    createReprint: '补印',
    revealAddress: '查看完整地址',
    addPrintRemark: '添加冲印备注',
  },
  also: {
    printNo: labelled('冲印单号', z.string()),
    orderId: z.string().default(''),
    orderNo: labelled('订单号', z.string().default('')),
    userId: labelled('用户', z.string().default('')),
    openid: z.string().default(''),
    userSnap: z
      .object({ nickName: z.string().default(''), phoneTail: z.string().default('') })
      .prefault({}),
    items: labelled('照片', z.array(printItem).default([])),
    photoCount: labelled('张数', z.int().default(0)),
    goodsFen: labelled('商品金额', z.int().default(0)),
    shippingFen: labelled('运费', z.int().default(0)),
    discountFen: z.int().default(0),
    payFen: labelled('金额', z.int()),
    address: labelled('收件人', maskedAddress),
    status: oneOf(printOrderStatuses),
    steps: z
      .object({ fileCheck: step, fileReady: step, producing: step, shipping: step })
      .prefault({}),
    issues: z
      .array(
        z.object({
          code: oneOf(issueCodes).catch('needs_photo'),
          desc: z.string(),
          itemIndex: z.int().nullable().default(null),
          time: instant,
          resolved: z.boolean(),
        }),
      )
      .default([]),
    /** Start and reason of the hold; null when not on hold. */
    hold: labelled(
      '待换图',
      z.object({ time: instant, reason: z.string() }).nullable().default(null),
    ),
    batchNo: labelled('制作批次', z.string().default('')),
    expressCompany: labelled('快递公司', z.string().default('')),
    expressNo: labelled('快递单号', z.string().default('')),
    shipTime: labelled('发货时间', instant.nullable().default(null)),
    signTime: labelled('签收时间', instant.nullable().default(null)),
    /** When the last of its photos was erased, which `filePath` '' of an item says of each; null while one is there. */
    erasedTime: labelled('照片删除时间', instant.nullable().default(null)),
    logistics: z
      .object({
        status: oneOf(logisticsStatuses).default('none'),
        /** Since when it has been there, as far as is known here. */
        time: instant.nullable().default(null),
        /** When it was asked for last; null for never. */
        askedTime: instant.nullable().default(null),
        /**
         * When it is asked for next; null when it is not. Of a print order that was completed or cancelled: since when its
         * photos wait to be erased; null when they are.
         */
        nextTime: instant.nullable().default(null),
        /** Why the last question had no answer, for people; '' when it had. */
        reason: z.string().default(''),
      })
      .prefault({}),
    /** Deadline for shipping; null while unpaid. Resuming moves it by the time on hold. */
    slaTime: labelled('发货期限', instant.nullable().default(null)),
    overdue: labelled('是否超期', z.boolean().default(false)),
    /** The print order that it reprints; '' for none. */
    reprintOf: labelled('原冲印单', z.string().default('')),
    reprintIds: labelled('补印单', z.array(z.string()).default([])),
    userRemark: labelled('用户备注', userText.default('')),
    source: oneOf(orderSources).default('mini_program'),
    claim: orderClaim.nullable().default(null),
    /** When it is closed if it stays unpaid; null for a reprint. */
    expireTime: instant.nullable().default(null),
    adminRemarks,
    addressChanges: z
      .array(z.object({ time: instant, by: z.string(), from: addressLine, to: addressLine }))
      .default([]),
    history: stateHistory,
  },
  details: {
    /** Whether AppID and AppSecret of the mini-program are there; nothing is asked for without. */
    isMiniProgramSet: z.boolean().default(true),
    /** Its refund that waits for approval, with which it is cancelled. */
    waiting: z.object({ refundId: id, askedBy: z.string() }).nullable().default(null),
  },
  labels: { createTime: '下单时间', logisticsStatus: '物流', sizeIds: '尺寸' },
  filter: {
    status: oneOrMany(oneOf(printOrderStatuses)),
    overdue: z.boolean(),
    batchNo: line(32).min(1),
    userId: id,
    orderId: id,
    expressCompany: z.enum(carrierKeys),
    logisticsStatus: oneOrMany(oneOf(logisticsStatuses)),
    /** With a print of this size. */
    sizeIds: id,
    createTime: range,
    slaTime: range,
  },
  sorts: ['createTime', 'slaTime'],
  search: true,
  unlisted: ['history', 'adminRemarks', 'addressCipher'],
  states: printOrderStatuses,
  transitions: printOrderTransitions,
  unique: ['printNo'],
  indexes: [
    'unaudited.time',
    'status -slaTime +overdue',
    'openid -createTime',
    'placedOpenid -createTime',
    'overdue status -createTime',
    'status -shipTime',
    'status logistics.nextTime',
    'logistics.status status -createTime',
    'expressCompany status -createTime',
    'sizeIds status -createTime',
    'grams +status +recipient',
    'files',
  ],
  actions: {
    /** `q`: a print, order or express number, the last four digits of one or of a phone, or part of the recipient's name. */
    list: {
      name: 'getPrintOrders',
      example: {
        page: 1,
        pageSize: 20,
        sort: { field: 'createTime', order: 'desc' },
        filter: { status: 'paid' },
        withCounts: true,
      },
    },
    get: { name: 'getPrintOrderById', id: 'id', example: { id: 'prt_0001' } },
  },
});
export type PrintOrder = RecordOf<typeof printOrderEntity>;
export type PrintOrderDetail = z.output<typeof printOrderEntity.detail>;
