import { adminRead, adminWrite, batchResults, byId, changeOf } from './action.ts';
import { carrierKeys } from './carriers.ts';
import { MAX_BATCH_ROWS } from './constants.ts';
import { plainNumber, plainPhone } from './pasted.ts';
import { addressFields, phone } from './printAddress.ts';
import { printItem } from './printItem.ts';
import { printOrderEntity } from './printOrder.ts';
import { printOrderStatuses } from './printOrderStates.ts';
import { printPaper } from './printSize.ts';
import { remarkText } from './remark.ts';
import { anyOf } from './rights/demands.ts';
import { shape } from './sentences/shape.ts';
import { oneOf } from './states.ts';
import { id, idemKey, line, rev, shaped, showing, z } from './zod.ts';

const status = oneOf(printOrderStatuses);
const reason = line(200);
const itemIndexes = z.array(z.int().min(0).max(999)).max(1_000);
export const batchNo = shaped(/^[A-Za-z0-9_-]{1,32}$/, '字母、数字和横线', 'B20260301-1');
const rowResult = z.object({
  row: z.int(),
  printNo: z.string(),
  _id: z.string().default(''),
  result: z.enum(['shipped', 'ready', 'unchanged', 'failed']),
  expressCompany: z.string().default(''),
  expressNo: z.string().default(''),
  message: z.string().optional(),
  /** Which of the row's cells the message is about. */
  field: z.enum(['printNo', 'expressCompany', 'expressNo']).optional(),
});

export const printOrderActions = {
  ...printOrderEntity.actions,
  /**
   * `cancelled` closes the unpaid order or refunds the rest of a paid one, which takes `orders.refund` with its limits; what
   * is beyond them waits for approval (`approvalId`), and nothing has changed. `shipped` needs `setShipping` first.
   */
  updatePrintOrderStatus: adminWrite({
    right: 'print-orders.write',
    input: byId.extend({ status, rev: rev.optional(), reason: reason.optional() }),
    output: printOrderEntity.record.extend({ approvalId: z.string().default('') }),
    example: { id: 'prt_0001', status: 'confirmed' },
  }),
  /** `producing` starts a batch: `batchNo` is made if absent. Each row is checked by itself. */
  batchUpdateStatus: adminWrite({
    right: 'print-orders.write',
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
  holdPrintOrder: changeOf(printOrderEntity, {
    right: 'print-orders.write',
    more: {
      itemIndexes: itemIndexes.min(1),
      reason: reason.min(1),
      rev: rev.optional(),
    },
    example: { id: 'prt_0004', itemIndexes: [0], reason: '照片模糊，请更换' },
  }),
  resumePrintOrder: changeOf(printOrderEntity, {
    right: 'print-orders.write',
    more: { reason: reason.optional(), rev: rev.optional() },
    example: { id: 'prt_0005', reason: '用户确认按原图打印' },
  }),
  /** Without `phone`, or with a masked one, the phone is kept. 40902 once production has begun. */
  updateAddress: changeOf(printOrderEntity, {
    right: 'print-orders.address',
    more: {
      address: z.strictObject({
        ...addressFields,
        phone: z
          .union([
            phone,
            z
              .string()
              .overwrite(plainPhone)
              .regex(/^\d*\*{4}\d*$/, shape('手机号', '138****8000')),
            z.literal(''),
          ])
          .optional(),
      }),
      rev: rev.optional(),
    },
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
  /**
   * Ships a print order in production; for a shipped one it corrects the number. With `startProduction` one that is
   * confirmed goes through production at once, and any other is refused.
   */
  setShipping: changeOf(printOrderEntity, {
    right: 'print-orders.write',
    more: {
      expressCompany: z.enum(carrierKeys),
      expressNo: z.string().overwrite(plainNumber).min(1).max(40),
      startProduction: z.boolean().optional(),
      rev: rev.optional(),
    },
    example: { id: 'prt_0007', expressCompany: 'sf', expressNo: 'SF1234567890123' },
  }),
  /**
   * Rows of a sheet: the print number, the carrier by name or '' to guess it, the express number. `dryRun` answers the
   * result of each row and changes nothing. With `startProduction` confirmed print orders are shipped as well, as one batch.
   */
  importShipping: adminWrite({
    right: 'print-orders.write',
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
      startProduction: z.boolean().optional(),
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
  createReprint: changeOf(printOrderEntity, {
    right: 'print-orders.write',
    more: {
      /** At most as many of each photo as were ordered. */
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
    },
    example: { id: 'prt_0009', items: [{ itemIndex: 0, qty: 1 }], reason: '照片有折痕' },
  }),
  /** What the printer needs for each photo; `url` is '' where the file no longer exists. */
  getPrintFiles: adminRead({
    right: ['print-orders.read', anyOf('print-orders.write', 'users.pictures')],
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
    right: 'print-orders.address',
    input: byId.extend({ reason: reason.min(1) }),
    output: showing(
      'all',
      z.object({
        _id: id,
        name: z.string(),
        phone: z.string(),
        province: z.string(),
        city: z.string(),
        district: z.string(),
        detail: z.string(),
        userRemark: z.string(),
      }),
    ),
    example: { id: 'prt_0001', reason: '打印快递面单' },
  }),
  addPrintRemark: changeOf(printOrderEntity, {
    right: 'print-orders.write',
    more: { text: remarkText },
    example: { id: 'prt_0001', text: '客户要求加急' },
  }),
};
