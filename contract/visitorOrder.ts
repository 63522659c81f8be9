import {
  listOutput,
  ownList,
  unsearchedListInput,
  visitorRead,
  visitorWrite,
  withId,
} from './action.ts';
import { invoice, invoiceRequest } from './invoice.ts';
import { DEFAULT_VERSION } from './legal.ts';
import { orderEntity } from './order.ts';
import { packageEntity } from './package.ts';
import { refundAsk, refundAskRequest } from './refundAsk.ts';
import { orderSentences } from './sentences/orders.ts';
import { taskInputs } from './visitorTask.ts';
import { id, idemKey, line, optionalLine, z } from './zod.ts';

/** What a visitor sees of a package on sale. */
const publicPackage = packageEntity.record.pick({
  _id: true,
  name: true,
  type: true,
  credits: true,
  giftCredits: true,
  days: true,
  priceFen: true,
  originPriceFen: true,
  badge: true,
  benefits: true,
  limitPerUser: true,
  payChannels: true,
});

/** The visitor's own order, without internal fields. */
const visitorOrder = orderEntity.record
  .pick({
    _id: true,
    orderNo: true,
    type: true,
    items: true,
    totalFen: true,
    discountFen: true,
    payFen: true,
    refundedFen: true,
    payChannel: true,
    status: true,
    refundStatus: true,
    createTime: true,
    payTime: true,
    expireTime: true,
    remark: true,
    taskId: true,
  })
  .extend({
    remark: z.string().default(''),
    invoice: invoice.extend({ email: z.string() }).nullable().default(null),
    refundAsk: refundAsk.extend({ text: z.string() }).nullable().default(null),
  });

const listedOrder = visitorOrder.extend({
  /** A refund may be asked for now. */
  mayAskRefund: z.boolean(),
});

/**
 * How to pay: the parameters of `wx.requestPayment` or `wx.requestVirtualPayment` inside WeChat, a code to scan elsewhere.
 */
export const payment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('jsapi'),
    timeStamp: z.string(),
    nonceStr: z.string(),
    package: z.string(),
    signType: z.literal('RSA'),
    paySign: z.string(),
  }),
  z.object({ kind: z.literal('native'), codeUrl: z.string() }),
  z.object({
    kind: z.literal('virtual'),
    mode: z.literal('short_series_goods'),
    /** Handed to WeChat exactly as it is. */
    signData: z.string(),
    paySig: z.string(),
    signature: z.string(),
  }),
]);

const visitorOrderToPay = visitorOrder.extend({
  /** How to pay; null if the gateway does not answer, or there is nothing to pay. */
  payment: payment.nullable(),
});

export const appOrderActions = {
  getPackages: visitorRead({
    input: unsearchedListInput({}, ['sort', 'createTime']),
    /** `mayBuy`: now, and where the caller is. */
    output: listOutput(publicPackage.extend({ mayBuy: z.boolean() })),
    example: { page: 1, pageSize: 20 },
  }),
  /**
   * Of a package, or of one task with a template, which begins when the order is paid; where it ends without a result, the
   * money goes back. `payment` is null if the gateway does not answer: the same `idemKey`, or `payOrder`, asks again.
   * Where it is paid virtually, 40902 with `needsWechatSession` asks for `appUser.keepWechatSession` first.
   */
  createOrder: visitorWrite({
    input: z
      .strictObject({
        packageId: id.optional(),
        templateId: id.optional(),
        /** What the task of a template is made with, as in `appTask.createTask`. */
        presetId: id.optional(),
        inputs: taskInputs.optional(),
        /** The price that was shown; 40902 with `payFen` if it has changed. */
        expectFen: z.int().min(1).optional(),
        /** The phone is Apple's, where virtual payments may not be open. */
        isIos: z.boolean().optional(),
        /** Of WeChat itself, `version` of `wx.getAppBaseInfo`; virtual payments on Apple's phones need it. */
        wechatVersion: line(20).optional(),
        remark: optionalLine(100).optional(),
        /** The version of the refund rules that was shown and confirmed; 40902 with `needsRefundRules` without it. */
        refundRules: line(20).optional(),
        idemKey: idemKey.optional(),
      })
      .refine(
        ({ packageId, templateId }) => (packageId === undefined) !== (templateId === undefined),
        {
          path: ['packageId'],
          message: orderSentences.oneThing,
        },
      ),
    output: visitorOrderToPay,
    example: { packageId: 'pkg_0002', refundRules: DEFAULT_VERSION },
  }),
  /** The visitor's own orders, the newest first. */
  getOrders: ownList(listedOrder),
  getOrder: visitorRead(withId(visitorOrder, 'ord_0001')),
  /** How to pay an order that waits for it, e.g. after a reload. */
  payOrder: visitorWrite(withId(visitorOrderToPay, 'ord_0005')),
  cancelOrder: visitorWrite(withId(visitorOrder, 'ord_0005')),
  /** For what was paid and not paid back; asked again while it waits, it is asked with these data. */
  askForInvoice: visitorWrite({
    input: z.strictObject({ id, invoice: invoiceRequest }),
    output: listedOrder,
    example: {
      id: 'ord_0001',
      invoice: { kind: 'personal', title: '林小满', email: 'lin@example.com' },
    },
  }),
  /** For what the published rules return; 40902 with the reason where they return nothing. Decided by administrators. */
  askRefund: visitorWrite({
    input: z.strictObject({ id, ...refundAskRequest }),
    output: listedOrder,
    example: { id: 'ord_0001', reason: 'unwanted', text: '买错了套餐，积分还没有用' },
  }),
  /** While it waits and no refund is under way. */
  withdrawRefundAsk: visitorWrite(withId(listedOrder, 'ord_0022')),
};
