import {
  adminRead,
  adminWrite,
  batchResults,
  byId,
  type Choice,
  oneOrMany,
  range,
} from './action.ts';
import { carrierKeys } from './carriers.ts';
import { MAX_BATCH_ROWS } from './constants.ts';
import { entity, type RecordOf } from './entity.ts';
import { orderClaim, orderSources } from './order.ts';
import {
  type PrintOrderStatus,
  printOrderStatuses,
  printOrderTransitions,
} from './printOrderStates.ts';
import { printPaper } from './printSize.ts';
import { adminRemarks, remarkText } from './remark.ts';
import { keysOf, stateHistory, type Transitions } from './states.ts';
import { id, idemKey, instant, line, optionalLine, rev, z } from './zod.ts';

/** The moves administrators may make; payments, refunds and the mini-program make the others. */
export const manualPrintTransitions: Transitions<PrintOrderStatus> = {
  pending: ['cancelled'],
  paid: ['confirmed', 'on_hold', 'cancelled'],
  confirmed: ['producing', 'on_hold', 'cancelled'],
  on_hold: ['paid', 'cancelled'],
  producing: ['confirmed', 'shipped'],
  shipped: ['completed'],
  completed: [],
  cancelled: [],
};
/** Moves that need a reason. */
export const needsReason = (from: PrintOrderStatus, to: PrintOrderStatus): boolean =>
  to === 'on_hold' || to === 'cancelled' || (from === 'producing' && to === 'confirmed');

/** States in which the address may be changed: before production. */
export const addressOpenStatuses: readonly PrintOrderStatus[] = [
  'pending',
  'paid',
  'confirmed',
  'on_hold',
];
/** States in which the deadline counts; it does not count on hold. */
export const slaStatuses: readonly PrintOrderStatus[] = ['paid', 'confirmed', 'producing'];
export const openPrintStatuses: readonly PrintOrderStatus[] = [
  'pending',
  'paid',
  'confirmed',
  'producing',
  'on_hold',
  'shipped',
];

export const stepStates = {
  not_started: { label: '未开始', tone: 'neutral' },
  in_progress: { label: '进行中', tone: 'info' },
  complete: { label: '已完成', tone: 'success' },
  error: { label: '有问题', tone: 'danger' },
} as const satisfies Record<string, Choice>;
const step = z.enum(keysOf(stepStates)).default('not_started');

export const itemStatuses = {
  ok: { label: '正常', tone: 'success' },
  bad: { label: '待替换', tone: 'danger' },
  replaced: { label: '已替换', tone: 'info' },
} as const satisfies Record<string, Choice>;

const issueCodes = {
  low_resolution: { label: '分辨率不足', tone: 'warning' },
  needs_photo: { label: '需要用户处理', tone: 'danger' },
} as const satisfies Record<string, Choice>;

/** Where a parcel is, as WeChat was told by its carrier. */
export const logisticsStatuses = {
  none: { label: '未查询', tone: 'neutral' },
  unknown: { label: '待揽收', tone: 'neutral' },
  transit: { label: '在途', tone: 'info' },
  delivering: { label: '派送中', tone: 'info' },
  signed: { label: '已签收', tone: 'success' },
  abnormal: { label: '异常', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type LogisticsStatus = keyof typeof logisticsStatuses;

/** The printed part of the photo, in fractions of its sides; the photo is first turned by `rotate` degrees. */
export const crop = z
  .strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    w: z.number().min(0.05).max(1),
    h: z.number().min(0.05).max(1),
    rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  })
  .refine(({ x, y, w, h }) => x + w <= 1.000_001 && y + h <= 1.000_001, '裁剪范围超出照片');
export type Crop = z.output<typeof crop>;

/** The size as it was when ordered. */
const sizeSnap = z
  .object({
    code: z.string().default(''),
    name: z.string().default(''),
    widthMm: z.int().default(0),
    heightMm: z.int().default(0),
    pixelWidth: z.int().default(0),
    pixelHeight: z.int().default(0),
    /** 0 for orders from before it was kept: what width and pixels say. */
    dpi: z.int().default(0),
    bleedMm: z.int().default(0),
  })
  .prefault({});
/** What a print order keeps of a size. */
export const sizeSnapOf = (size: z.output<typeof sizeSnap>) => sizeSnap.parse(size);

export const printItem = z.object({
  filePath: z.string(),
  sizeId: z.string(),
  sizeSnap,
  paper: printPaper,
  qty: z.int(),
  unitFen: z.int(),
  amountFen: z.int(),
  /** The version of the price line in effect; '' for the size's own price. */
  priceId: z.string().default(''),
  crop: z.object({
    x: z.number(),
    y: z.number(),
    w: z.number(),
    h: z.number(),
    rotate: z.number(),
  }),
  /** Of the printed part; 0 where the photo's measures are unknown. */
  dpi: z.int().default(0),
  lowRes: z.boolean().default(false),
  itemStatus: z.enum(keysOf(itemStatuses)).default('ok'),
  /** In a reprint: the photo's place in the print order that it reprints. */
  originalIndex: z.int().optional(),
});

/**
 * Masked: `张**`, region, the beginning of the details, the last digits of the phone. `revealAddress` shows it whole.
 */
const maskedAddress = z.object({
  name: z.string().default(''),
  phoneTail: z.string().default(''),
  province: z.string().default(''),
  city: z.string().default(''),
  district: z.string().default(''),
  detail: z.string().default(''),
});

const phone = z
  .string()
  .trim()
  .regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/, '请填写正确的电话号码');
export const addressFields = {
  name: line(20).min(1),
  phone,
  province: line(20).min(1),
  city: line(20).min(1),
  district: optionalLine(20),
  detail: line(100).min(2),
};

export const printOrderEntity = entity({
  kind: 'printOrder',
  function: 'adminPrintOrder',
  collection: 'printOrders',
  also: {
    printNo: z.string(),
    orderId: z.string().default(''),
    orderNo: z.string().default(''),
    userId: z.string().default(''),
    openid: z.string().default(''),
    userSnap: z
      .object({ nickName: z.string().default(''), phoneTail: z.string().default('') })
      .prefault({}),
    items: z.array(printItem).default([]),
    photoCount: z.int().default(0),
    goodsFen: z.int().default(0),
    shippingFen: z.int().default(0),
    discountFen: z.int().default(0),
    payFen: z.int(),
    address: maskedAddress,
    status: z.enum(keysOf(printOrderStatuses)),
    steps: z
      .object({ fileCheck: step, fileReady: step, producing: step, shipping: step })
      .prefault({}),
    issues: z
      .array(
        z.object({
          code: z.enum(keysOf(issueCodes)).catch('needs_photo'),
          desc: z.string(),
          itemIndex: z.int().nullable().default(null),
          time: instant,
          resolved: z.boolean(),
        }),
      )
      .default([]),
    /** Start and reason of the hold; null when not on hold. */
    hold: z.object({ time: instant, reason: z.string() }).nullable().default(null),
    batchNo: z.string().default(''),
    expressCompany: z.string().default(''),
    expressNo: z.string().default(''),
    shipTime: instant.nullable().default(null),
    signTime: instant.nullable().default(null),
    logistics: z
      .object({
        status: z.enum(keysOf(logisticsStatuses)).default('none'),
        /** Since when it has been there, as far as is known here. */
        time: instant.nullable().default(null),
        /** When it was asked for last; null for never. */
        askedTime: instant.nullable().default(null),
        /** When it is asked for next; null when it is not. */
        nextTime: instant.nullable().default(null),
        /** Why the last question had no answer, for people; '' when it had. */
        reason: z.string().default(''),
      })
      .prefault({}),
    /** Deadline for shipping; null while unpaid. Resuming moves it by the time on hold. */
    slaTime: instant.nullable().default(null),
    overdue: z.boolean().default(false),
    /** The print order that it reprints; '' for none. */
    reprintOf: z.string().default(''),
    reprintIds: z.array(z.string()).default([]),
    userRemark: z.string().default(''),
    source: z.enum(keysOf(orderSources)).default('mini_program'),
    claim: orderClaim.nullable().default(null),
    /** When it is closed if it stays unpaid; null for a reprint. */
    expireTime: instant.nullable().default(null),
    adminRemarks,
    addressChanges: z
      .array(z.object({ time: instant, by: z.string(), from: z.string(), to: z.string() }))
      .default([]),
    history: stateHistory,
  },
  details: {
    /** Whether AppID and AppSecret of the mini-program are there; nothing is asked for without. */
    isMiniProgramSet: z.boolean().default(true),
  },
  filter: {
    status: oneOrMany(z.enum(keysOf(printOrderStatuses))),
    overdue: z.boolean(),
    batchNo: line(32).min(1),
    userId: id,
    orderId: id,
    expressCompany: z.enum(carrierKeys),
    logisticsStatus: oneOrMany(z.enum(keysOf(logisticsStatuses))),
    /** With a print of this size. */
    sizeIds: id,
    createTime: range,
    slaTime: range,
  },
  sorts: ['createTime', 'slaTime'],
  search: true,
  states: printOrderStatuses,
  transitions: printOrderTransitions,
  unique: ['printNo'],
  indexes: [
    'unaudited.time',
    'status slaTime',
    'openid -createTime',
    'placedOpenid -createTime',
    'claim.fromUserId status',
    'status overdue slaTime',
    'status shipTime',
    '-shipTime',
    'status logistics.nextTime',
    'logistics.status -createTime',
    'logistics.status status -createTime',
    'expressCompany status -createTime',
    'sizeIds status -createTime',
    'sizeIds -createTime',
    'expressNo',
    'grams',
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

const status = z.enum(keysOf(printOrderStatuses));
const reason = line(200);
const itemIndexes = z.array(z.int().min(0).max(999)).max(1_000);
export const batchNo = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, '批次号只含字母、数字和横线');
/** As typed or pasted; validated row by row, so that one refused row does not refuse the others. */
const loose = (max: number) => line(max).min(1);

const rowResult = z.object({
  row: z.int(),
  printNo: z.string(),
  _id: z.string().default(''),
  result: z.enum(['shipped', 'ready', 'unchanged', 'failed']),
  expressCompany: z.string().default(''),
  expressNo: z.string().default(''),
  message: z.string().optional(),
});

export const printOrderActions = {
  ...printOrderEntity.actions,
  /** `cancelled` closes the unpaid order or refunds the rest of a paid one; `shipped` needs `setShipping` first. */
  updatePrintOrderStatus: adminWrite({
    input: byId.extend({ status, rev: rev.optional(), reason: reason.optional() }),
    output: printOrderEntity.record,
    example: { id: 'prt_0001', status: 'confirmed' },
  }),
  /** `producing` starts a batch: `batchNo` is made if absent. Each row is checked by itself. */
  batchUpdateStatus: adminWrite({
    input: z.strictObject({
      ids: z.array(id).min(1).max(MAX_BATCH_ROWS),
      status: z.enum(['confirmed', 'producing', 'completed']),
      batchNo: batchNo.optional(),
    }),
    output: z.object({
      updated: z.int(),
      failed: z.int(),
      batchNo: z.string().default(''),
      results: batchResults,
    }),
    example: { ids: ['prt_0002', 'prt_0003'], status: 'producing' },
  }),
  /** Asks the user for other photos; the deadline does not count meanwhile. */
  holdPrintOrder: adminWrite({
    input: byId.extend({
      itemIndexes: itemIndexes.min(1),
      reason: reason.min(1),
      rev: rev.optional(),
    }),
    output: printOrderEntity.record,
    example: { id: 'prt_0004', itemIndexes: [0], reason: '照片模糊，请更换' },
  }),
  resumePrintOrder: adminWrite({
    input: byId.extend({ reason: reason.optional(), rev: rev.optional() }),
    output: printOrderEntity.record,
    example: { id: 'prt_0005', reason: '用户确认按原图打印' },
  }),
  /** Without `phone`, or with a masked one, the phone is kept. 40902 once production has begun. */
  updateAddress: adminWrite({
    input: byId.extend({
      address: z.strictObject({
        ...addressFields,
        phone: z
          .union([phone, z.string().regex(/^[\d*-]*\*{4}[\d*-]*$/), z.literal('')])
          .optional(),
      }),
      rev: rev.optional(),
    }),
    output: printOrderEntity.record,
    example: {
      id: 'prt_0001',
      address: {
        name: '陈晓雨',
        province: '浙江省',
        city: '杭州市',
        district: '西湖区',
        detail: '文三路 90 号 2 幢 301 室',
      },
    },
  }),
  /** Ships a print order in production; for a shipped one it corrects the number. */
  setShipping: adminWrite({
    input: byId.extend({
      expressCompany: z.enum(carrierKeys),
      expressNo: loose(40),
      rev: rev.optional(),
    }),
    output: printOrderEntity.record,
    example: { id: 'prt_0007', expressCompany: 'sf', expressNo: 'SF1234567890123' },
  }),
  /**
   * Rows of a sheet: the print number, the carrier by name or '' to guess it, the express number. `dryRun` answers the
   * result of each row and changes nothing.
   */
  importShipping: adminWrite({
    input: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            printNo: z.string().max(64),
            expressCompany: z.string().max(32).optional(),
            expressNo: z.string().max(64),
          }),
        )
        .min(1)
        .max(MAX_BATCH_ROWS),
      dryRun: z.boolean().optional(),
    }),
    output: z.object({
      shipped: z.int(),
      unchanged: z.int(),
      failed: z.int(),
      dryRun: z.boolean(),
      results: z.array(rowResult),
    }),
    example: {
      rows: [{ printNo: 'prt_0008', expressCompany: '顺丰', expressNo: 'SF1234567890188' }],
      dryRun: true,
    },
  }),
  /** Free of charge, directly to production; at most two for one print order. */
  createReprint: adminWrite({
    input: byId.extend({
      /** Of each photo as many as were ordered, at most. */
      items: z
        .array(
          z.strictObject({
            itemIndex: z.int().min(0).max(999),
            qty: z.int().min(1).max(10_000),
          }),
        )
        .min(1)
        .max(1_000)
        .refine(
          items => new Set(items.map(({ itemIndex }) => itemIndex)).size === items.length,
          '同一张照片只能选择一次',
        ),
      reason: reason.min(1),
      idemKey: idemKey.optional(),
    }),
    output: printOrderEntity.record,
    example: { id: 'prt_0009', items: [{ itemIndex: 0, qty: 1 }], reason: '照片有折痕' },
  }),
  /** What the printer needs for each photo; `url` is '' where the file no longer exists. */
  getPrintFiles: adminRead({
    input: z.strictObject({ ids: z.array(id).min(1).max(50) }),
    output: z.object({
      list: z.array(
        z.object({
          _id: id,
          printNo: z.string(),
          itemIndex: z.int(),
          fileName: z.string(),
          filePath: z.string(),
          url: z.string(),
          expireTime: z.int(),
          sizeName: z.string(),
          paper: printPaper,
          qty: z.int(),
          crop: printItem.shape.crop,
          pixelWidth: z.int(),
          pixelHeight: z.int(),
        }),
      ),
    }),
    example: { ids: ['prt_0001', 'prt_0002'] },
  }),
  /** The whole address. The reason and the administrator are recorded first. */
  revealAddress: adminWrite({
    input: byId.extend({ reason: reason.min(1) }),
    output: z.object({
      _id: id,
      name: z.string(),
      phone: z.string(),
      province: z.string(),
      city: z.string(),
      district: z.string(),
      detail: z.string(),
    }),
    example: { id: 'prt_0001', reason: '打印快递面单' },
  }),
  addPrintRemark: adminWrite({
    input: byId.extend({ text: remarkText }),
    output: printOrderEntity.record,
    example: { id: 'prt_0001', text: '客户要求加急' },
  }),
};
