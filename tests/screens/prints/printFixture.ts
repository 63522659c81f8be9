import type { ActionOutput } from '#contract/index.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import { DAY, NOW, PHOTO } from '../visitor/visitorFixture.tsx';

export type Print = ActionOutput<'appPrint', 'getPrintOrder'>;

/** On sale. */
export const printSize = {
  _id: 'size_1',
  code: '6R',
  name: '6寸',
  widthMm: 102,
  heightMm: 152,
  pixelWidth: 1_205,
  pixelHeight: 1_795,
  minPixelWidth: 723,
  minPixelHeight: 1_077,
  prices: [
    {
      paper: 'glossy',
      tiers: [{ minQty: 1, unitFen: 95 }],
      packFen: null,
      packQty: null,
      shippingFen: 800,
      freeShippingFromFen: null,
    },
  ],
};

export const print = (more: Partial<Print> = {}): Print =>
  appPrintActions.getPrintOrder.output.parse({
    _id: 'prt_1',
    printNo: 'P1',
    orderId: 'ord_1',
    photoCount: 2,
    goodsFen: 190,
    shippingFen: 800,
    payFen: 990,
    address: {
      name: '陈**',
      phoneTail: '8000',
      province: '浙江省',
      city: '杭州市',
      district: '',
      detail: '文三路****',
    },
    status: 'pending',
    createTime: Date.now(),
    expireTime: Date.now() + 2 * DAY + 3_600_000,
    source: 'web',
    isClaimed: false,
    isOwn: true,
    closeReason: '',
    ...more,
  });

const item = {
  filePath: PHOTO,
  sizeId: 'size_1',
  sizeSnap: { ...printSize, dpi: 300, bleedMm: 3 },
  paper: 'glossy' as const,
  qty: 1,
  unitFen: 95,
  amountFen: 95,
  crop: { x: 0, y: 0, w: 1, h: 1, rotate: 0 },
  lowRes: true,
};

/** On hold, because its second photo cannot be printed. */
export const held = (more: Partial<Print> = {}) =>
  print({
    status: 'on_hold',
    hold: { time: NOW, reason: '照片模糊' },
    items: [
      { ...item, itemStatus: 'ok' },
      { ...item, itemStatus: 'bad' },
    ],
    ...more,
  });
