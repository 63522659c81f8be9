import type { StoredPrice } from '#cloudfunctions/_shared/prints/records.ts';
import type { Order } from '#contract/order.ts';
import { type Package, packageEntity } from '#contract/package.ts';
import { packagePriceEntity, type PriceTier } from '#contract/packagePrice.ts';
import { type PrintPaper, printPapers } from '#contract/printPapers.ts';
import {
  type PriceRule,
  type PrintQuote,
  type QuoteItem,
  quotePrints,
} from '#contract/printQuote.ts';
import { leastPixels, printPixels, type PrintSize, printSizeEntity } from '#contract/printSize.ts';
import { type DemoPicture, drawCover } from './pictures.ts';
import type { Random } from './random.ts';
import { DAY, numbered, recordOf, stamped } from './record.ts';

const membership = (days: number, ...benefits: string[]) => ({
  type: 'membership' as const,
  days,
  benefits: ['专属模板', '优先出图', ...benefits],
});
const quarterly = { ...membership(92, '1000 积分'), badge: '省 12%' };
const yearly = { ...membership(365, '冲印九折', '5500 积分'), originPriceFen: 35_880 };
const hot = { originPriceFen: 5_990, badge: '热卖' };

type Offer = Pick<Package, 'name' | 'credits' | 'priceFen'> & Partial<Package>;

const offers: Offer[] = [
  { name: '尝鲜包', credits: 60, priceFen: 600, limitPerUser: 1, badge: '首购' },
  { name: '基础积分包', credits: 200, giftCredits: 10, priceFen: 1_990, originPriceFen: 2_490 },
  { name: '进阶积分包', credits: 600, giftCredits: 60, priceFen: 4_990, ...hot },
  {
    name: '创作者大包',
    credits: 2_000,
    giftCredits: 300,
    priceFen: 14_900,
    originPriceFen: 18_900,
  },
  { name: '月度会员', credits: 300, priceFen: 2_990, ...membership(31, '每月 300 积分') },
  { name: '季度会员', credits: 1_000, priceFen: 7_900, ...quarterly },
  { name: '年度会员', credits: 5_000, giftCredits: 500, priceFen: 26_800, ...yearly },
  { name: '校园体验包', credits: 30, priceFen: 100, badge: '筹备中' },
];

/** `pkg_0001` … `pkg_0008`; the last one was never sold, so that it can be deleted. */
export const demoPackages = (today: number): Package[] =>
  offers.map((offer, at) =>
    recordOf(packageEntity, {
      ...offer,
      _id: numbered('pkg', at + 1),
      ...stamped(today - (366 - at) * DAY, today - (40 + at) * DAY),
      sort: (offers.length - at) * 10,
      status: at === offers.length - 1 ? 'disabled' : 'enabled',
    }),
  );

type Size = [code: string, name: string, w: number, h: number, papers: PrintPaper[], fen: number];
const sizes: Size[] = [
  ['3R', '5寸', 89, 127, ['glossy', 'matte'], 100],
  ['4R', '6寸', 102, 152, ['glossy', 'matte', 'silk'], 120],
  ['5R', '7寸', 127, 178, ['glossy', 'matte'], 200],
  ['6R', '8寸', 152, 203, ['glossy', 'matte', 'silk'], 350],
  ['A4', 'A4', 210, 297, ['glossy', 'matte'], 880],
  ['8R', '10寸', 203, 254, ['glossy', 'matte', 'silk'], 900],
  ['2R', '3寸', 64, 89, ['glossy'], 80],
];

/** What each line costs now, by the number of prints from which on; its earlier versions cost more or less than that. */
const lines: [size: number, paper: PrintPaper, tiers: Record<number, number>][] = [
  [1, 'glossy', { 1: 100, 30: 80, 100: 60 }],
  [2, 'glossy', { 1: 120, 30: 95, 100: 75 }],
  [2, 'matte', { 1: 150, 30: 125 }],
  [3, 'glossy', { 1: 200, 20: 170 }],
  [5, 'glossy', { 1: 880, 10: 780 }],
  [4, 'glossy', { 1: 350, 20: 300 }],
  [6, 'matte', { 1: 980, 10: 880 }],
  [4, 'silk', { 1: 420 }],
];

const SHIPPING = { shippingFen: 800, freeShippingFromFen: 5_900 };
const tiersOf = (tiers: Record<number, number>, more = 0): PriceTier[] =>
  Object.entries(tiers).map(([minQty, fen]) => ({ minQty: Number(minQty), unitFen: fen + more }));

export const demoPrintSizes = (today: number): PrintSize[] =>
  sizes.map(([code, name, widthMm, heightMm, papers, basePriceFen], at) =>
    recordOf(printSizeEntity, {
      _id: numbered('size', at + 1),
      ...stamped(today - (360 - at) * DAY, today - (90 + at) * DAY),
      code,
      name,
      widthMm,
      heightMm,
      papers,
      ...printPixels(widthMm, heightMm, 300),
      ...leastPixels(widthMm, heightMm),
      basePriceFen,
      sort: (sizes.length - at) * 10,
      status: code === '2R' ? 'disabled' : 'enabled',
    }),
  );

/** What the line of this place costs for ordinary numbers of prints; its first one has a pack of a hundred. */
const rule = (at: number) => ({
  ...SHIPPING,
  ...(at === 0 ? { packFen: 4_900, packQty: 100 } : { packFen: null, packQty: null }),
});

/** Three versions of most lines: as the shop opened, dearer since spring, and as it is now. */
export const demoPrices = (today: number): StoredPrice[] =>
  lines.flatMap(([size, paper, tiers], at) => {
    const lineId = numbered('price', at + 1);
    const sizeId = numbered('size', size);
    const starts = at < 6 ? [350, 210, 80 - at * 5] : [60];
    return starts.map((daysAgo, version) => {
      const last = version === starts.length - 1;
      const _id = last ? lineId : `${lineId}_v${version + 1}`;
      const effectiveTime = today - daysAgo * DAY;
      const disabled = last && at === lines.length - 1;
      return recordOf(packagePriceEntity, {
        _id,
        createTime: effectiveTime,
        lineId,
        sizeId,
        paper,
        name: `${sizes[size - 1]?.[1] ?? ''} ${printPapers[paper].label}`,
        tiers: tiersOf(tiers, last ? 0 : 20 - version * 30),
        ...rule(at),
        effectiveTime,
        endTime: last ? null : today - (starts[version + 1] ?? 0) * DAY,
        sort: (lines.length - at) * 10,
        status: disabled ? 'disabled' : 'enabled',
        isLatest: last,
        slot: last ? `${sizeId}|${paper}` : _id,
        deleteTime: null,
      });
    });
  });

const lineAt = new Map(
  lines.map(([size, paper], at) => [`${numbered('size', size)} ${paper}`, at] as const),
);
const ruleOf = ({ sizeId, paper }: QuoteItem): PriceRule => {
  const at = lineAt.get(`${sizeId} ${paper}`) ?? -1;
  return {
    priceId: numbered('price', at + 1),
    ...rule(at),
    tiers: tiersOf(lines[at]?.[2] ?? { 1: 100 }),
  };
};
const demoQuote = <I extends QuoteItem>(items: I[]): PrintQuote<I> => quotePrints(items, ruleOf);

const snapshot = { type: 'print', credits: 0, giftCredits: 0, days: null };

/** An order: some photos of one or two kinds, and shipping. */
export const demoPrintItems = (random: Random): Order['items'] => {
  // Not the hundred-print pack: an order of it would have a discount.
  const kinds = random.sample(lines.slice(0, 7), random.chance(0.2) ? 2 : 1);
  const wanted = kinds.map(([size, paper, tiers]) => ({
    sizeId: numbered('size', size),
    paper,
    qty: (tiers[1] ?? 0) > 500 ? random.int(1, 6) : random.int(4, 40),
  }));
  const quote = demoQuote(wanted);
  const goods = quote.lines.map(({ sizeId, paper, qty, unitFen, amountFen }) => {
    const size = sizes[Number(sizeId.slice(-4)) - 1]?.[1] ?? '';
    const name = `${size} ${printPapers[paper].label}冲印`;
    return { refId: sizeId, name, qty, unitFen, amountFen, snapshot };
  });
  const { shippingFen } = quote;
  if (shippingFen === 0) return goods;
  const parcel = { refId: 'shipping', name: '运费', qty: 1, unitFen: shippingFen };
  return [...goods, { ...parcel, amountFen: shippingFen, snapshot }];
};

const sizesById = new Map(demoPrintSizes(0).map(size => [size._id, size]));
/** The copy of the size kept in an item. */
export const kindOf = ({ refId, name }: Order['items'][number]) => {
  const size = sizesById.get(refId);
  const paper = (Object.keys(printPapers) as PrintPaper[]).find(key =>
    name.includes(printPapers[key].label),
  );
  return size && paper
    ? { size, paper, priceId: ruleOf({ sizeId: refId, paper, qty: 1 }).priceId }
    : null;
};

/** Photos of the test account, so that prints of them can be ordered. */
export const demoUserPhotos = (): DemoPicture[] =>
  (['cat', 'tea', 'lake'] as const).map((scene, at) => ({
    filePath: `user_upload/demo/photo_000${at + 1}.jpg`,
    draw: () => drawCover([scene]),
    row: { scene: 'user_upload', userId: 'usr_0001', name: `照片 ${at + 1}.jpg`, createBy: null },
  }));
