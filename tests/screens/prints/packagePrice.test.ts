import { describe, expect, it } from 'vitest';
import type { PackagePrice } from '#contract/packagePrice.ts';
import { packagePrices } from '#i18n/zh/packagePrices.ts';
import { tierProblems, tierRanges } from '#src/admin/resources/package-prices/price.ts';
import { priceChanges, versionState } from '#src/admin/resources/package-prices/priceChanges.ts';
import { formatYuan } from '#src/shared/money.ts';

/** The sentences as people read them. */
const t = (key: string, values: object = {}) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`%{${name}}`, String(value)),
    String(
      key
        .split('.')
        .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], packagePrices),
    ),
  );

const price = (fields: Partial<PackagePrice> = {}): PackagePrice => ({
  _id: 'price_1',
  rev: 1,
  createTime: 0,
  updateTime: 0,
  lineId: 'line',
  name: '6寸 光面',
  sizeId: 'size_1',
  paper: 'glossy',
  packFen: null,
  packQty: null,
  shippingFen: 800,
  freeShippingFromFen: null,
  effectiveTime: 0,
  endTime: null,
  sort: 0,
  status: 'enabled',
  isLatest: true,
  createBy: null,
  updateBy: null,
  tiers: [
    { minQty: 1, unitFen: 120 },
    { minQty: 30, unitFen: 95 },
  ],
  ...fields,
});

describe('price tiers', () => {
  it('reach from their start to the next, without overlaps or gaps', () => {
    const tiers = [1, 2, 30, 100].map(minQty => ({ minQty }));
    expect(tierRanges(tiers, t)).toEqual(['1 张', '2–29 张', '30–99 张', '100 张及以上']);
  });

  it('have a sentence beside each invalid row', () => {
    const rows = [
      { minQty: 2, unitFen: 120 },
      { minQty: 2, unitFen: 130 },
      { minQty: null, unitFen: 0 },
      { minQty: 50, unitFen: 90 },
    ];
    expect(tierProblems(rows, t, formatYuan)).toEqual([
      { minQty: '第一档需从 1 张起' },
      { minQty: '要大于上一档的 2 张', unitFen: '不能高于上一档的 ¥1.20' },
      { minQty: '请填写张数', unitFen: '请填写单价' },
      {},
    ]);
  });
});

describe('the history of a price', () => {
  it('lists the differences to the version before', () => {
    const after = price({ tiers: [{ minQty: 1, unitFen: 110 }], freeShippingFromFen: 5_900 });
    expect(priceChanges(after, price(), t)).toEqual([
      { field: 'tiers', from: '1–29 张 ¥1.20；30 张及以上 ¥0.95', to: '1 张及以上 ¥1.10' },
      { field: 'freeShippingFromFen', from: '无', to: '¥59.00' },
    ]);
    expect(priceChanges(price(), price(), t)).toEqual([]);
  });

  it('knows which version is in effect, which is scheduled and which never began', () => {
    const now = 1_000;
    expect(versionState(price(), now)).toBe('current');
    expect(versionState(price({ effectiveTime: 2_000 }), now)).toBe('waiting');
    expect(versionState(price({ endTime: 900 }), now)).toBe('ended');
    expect(versionState(price({ effectiveTime: 2_000, endTime: 2_000 }), now)).toBe('never');
  });
});
