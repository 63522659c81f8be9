import { byId, ownList, visitorRead, visitorWrite, withId, withoutInput } from './action.ts';
import { MOST_PRINT_PHOTOS } from './constants.ts';
import { DEFAULT_VERSION } from './legal.ts';
import { priceTier } from './packagePrice.ts';
import { addressFields } from './printAddress.ts';
import { crop, printItem } from './printItem.ts';
import { printOrderEntity } from './printOrder.ts';
import { printPaper, printSizeEntity } from './printSize.ts';
import { payment } from './visitorOrder.ts';
import { filePath, id, idemKey, ints, line, optionalLine, z } from './zod.ts';

const qty = z.int().min(1).max(999);
const what = { sizeId: id, paper: printPaper, qty };

/** A size on sale with the current price of each paper. */
const publicPrintSize = printSizeEntity.record
  .pick({
    _id: true,
    code: true,
    name: true,
    widthMm: true,
    heightMm: true,
    pixelWidth: true,
    pixelHeight: true,
    minPixelWidth: true,
    minPixelHeight: true,
  })
  .extend({
    prices: z.array(
      z.object({
        paper: printPaper,
        tiers: z.array(priceTier),
        packFen: z.int().nullable(),
        packQty: z.int().nullable(),
        shippingFen: z.int(),
        freeShippingFromFen: z.int().nullable(),
      }),
    ),
  });

const sums = ints('goodsFen', 'discountFen', 'shippingFen', 'payFen');

/**
 * The visitor's own print order, without internal fields. One that was placed on the web and another user took over is
 * answered without address and express number.
 */
const visitorPrintOrder = printOrderEntity.record
  .pick({
    _id: true,
    printNo: true,
    orderId: true,
    photoCount: true,
    goodsFen: true,
    discountFen: true,
    shippingFen: true,
    payFen: true,
    address: true,
    status: true,
    hold: true,
    expressCompany: true,
    expressNo: true,
    shipTime: true,
    signTime: true,
    reprintOf: true,
    userRemark: true,
    createTime: true,
    expireTime: true,
    source: true,
  })
  .extend({
    userRemark: z.string().default(''),
    items: z.array(printItem.omit({ priceId: true, dpi: true })).default([]),
    /** Taken over by a user of the mini-program. */
    isClaimed: z.boolean(),
    /** False for who placed it once another user has taken it over. */
    isOwn: z.boolean(),
    /** Why it was closed by itself; '' otherwise. */
    closeReason: z.string(),
  });

export const appPrintActions = {
  getPrintSizes: visitorRead(withoutInput(z.object({ list: z.array(publicPrintSize) }))),
  quote: visitorRead({
    input: z.strictObject({ items: z.array(z.strictObject(what)).min(1).max(MOST_PRINT_PHOTOS) }),
    output: sums.extend({
      items: z.array(z.object({ ...what, unitFen: z.int(), amountFen: z.int() })),
    }),
    example: { items: [{ sizeId: 'size_0002', paper: 'glossy', qty: 12 }] },
  }),
  /**
   * Of the visitor's own photos. `expectPayFen` is the sum shown to the visitor: 40902 with the new sum if it has
   * changed. `payment` as in `appOrder.createOrder`; the same `idemKey` answers the same order. `appOrder.payOrder`
   * asks again how to pay.
   */
  createPrintOrder: visitorWrite({
    input: z.strictObject({
      items: z
        .array(z.strictObject({ filePath, ...what, crop: crop.optional() }))
        .min(1)
        .max(MOST_PRINT_PHOTOS),
      address: z.strictObject(addressFields),
      userRemark: optionalLine(100).optional(),
      expectPayFen: z.int().min(0).optional(),
      /** The version of the refund rules that was shown and confirmed; 40902 with `needsRefundRules` without it. */
      refundRules: line(20).optional(),
      idemKey: idemKey.optional(),
    }),
    output: visitorPrintOrder.extend({ payment: payment.nullable() }),
    example: {
      items: [
        {
          filePath: 'user_upload/demo/photo_0001.jpg',
          sizeId: 'size_0002',
          paper: 'glossy',
          qty: 6,
        },
      ],
      refundRules: DEFAULT_VERSION,
      address: {
        name: '陈晓雨',
        phone: '13800138000',
        province: '浙江省',
        city: '杭州市',
        district: '西湖区',
        detail: '文三路 90 号 2 幢 301 室',
      },
    },
  }),
  /**
   * The link that opens the mini-program in WeChat with `claim=<code>`, where `claimPrintOrder` takes the order over. ''
   * where there is none: paid, closed or taken over, or no mini-program in the settings. 50201 when WeChat makes none.
   */
  linkPrintOrder: visitorWrite({
    input: byId,
    output: z.object({ url: z.string() }),
    example: { id: 'prt_0006' },
  }),
  /**
   * Takes over an order placed on the web and pays it, inside WeChat only: the code on its page is closed first. Once; the
   * same user is answered the same order again, others 40902 with what became of it. A wrong code: 40902; after some of
   * them 42901.
   */
  claimPrintOrder: visitorWrite({
    input: z.strictObject({ code: z.string().min(1).max(64) }),
    output: visitorPrintOrder.extend({ payment: payment.nullable() }),
    example: { code: 'G3M7-SB2YE-9N5WH-1CQQ' },
  }),
  getPrintOrder: visitorRead(withId(visitorPrintOrder, 'prt_0006')),
  getPrintOrders: ownList(visitorPrintOrder),
  /** Replaces a photo that was asked for; the last replacement resumes the print order. */
  replacePhoto: visitorWrite({
    input: byId.extend({
      itemIndex: z.int().min(0).max(999),
      filePath,
      crop: crop.optional(),
    }),
    output: visitorPrintOrder,
    example: { id: 'prt_0010', itemIndex: 0, filePath: 'user_upload/demo/photo_0002.jpg' },
  }),
  confirmReceipt: visitorWrite(withId(visitorPrintOrder, 'prt_0006')),
};
