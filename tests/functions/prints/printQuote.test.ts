import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carrierNamed } from '#contract/carrierNames.ts';
import { contradicts, guessCarriers } from '#contract/carriers.ts';
import { type PriceRule, type QuoteItem, quotePrints, unitFenFor } from '#contract/printQuote.ts';

const rule = (fields: Partial<PriceRule> = {}): PriceRule => ({
  priceId: 'price',
  tiers: [
    { minQty: 1, unitFen: 120 },
    { minQty: 30, unitFen: 95 },
    { minQty: 100, unitFen: 75 },
  ],
  packFen: null,
  packQty: null,
  shippingFen: 800,
  freeShippingFromFen: 5_900,
  ...fields,
});
const item = (qty: number, sizeId = 'a'): QuoteItem => ({ sizeId, paper: 'glossy', qty });
const priceOf = (items: QuoteItem[], ...fields: Partial<PriceRule>[]) =>
  quotePrints(items, ({ sizeId }) => rule(fields[sizeId.charCodeAt(0) - 97]));

describe('what prints cost', () => {
  it('uses the tier for the number of prints of one size and paper', () => {
    expect([1, 29, 30, 99, 100].map(qty => priceOf([item(qty)]).goodsFen)).toEqual([
      120, 3_480, 2_850, 9_405, 7_500,
    ]);
    expect(priceOf([item(20), item(10)])).toMatchObject({ goodsFen: 2_850, lines: [{ qty: 30 }] });
    expect(priceOf([item(20), item(10, 'b')]).goodsFen).toBe(3_600);
  });

  it('is one parcel: the highest shipping, free from the threshold on', () => {
    expect(priceOf([item(10)])).toMatchObject({ shippingFen: 800, payFen: 2_000 });
    expect(priceOf([item(62)])).toMatchObject({ goodsFen: 5_890, shippingFen: 800 });
    expect(priceOf([item(63)])).toMatchObject({ goodsFen: 5_985, shippingFen: 0, payFen: 5_985 });
    const two = [item(1), item(1, 'b')];
    expect(priceOf(two, {}, { shippingFen: 1_200 }).shippingFen).toBe(1_200);
    expect(priceOf(two, {}, { freeShippingFromFen: 0 }).shippingFen).toBe(800);
    expect(priceOf([item(500)], { freeShippingFromFen: null }).shippingFen).toBe(800);
  });

  it('uses packs where they are cheaper, even one that is not quite full', () => {
    const pack = { packFen: 4_000, packQty: 50 };
    expect(priceOf([item(50)], pack)).toMatchObject({ goodsFen: 4_750, discountFen: 750 });
    expect(priceOf([item(48)], pack)).toMatchObject({ goodsFen: 4_560, discountFen: 560 });
    expect(priceOf([item(10)], pack).discountFen).toBe(0);
    expect(priceOf([item(60)], pack)).toMatchObject({ discountFen: 5_700 - 4_950 });
    // The amount actually paid counts for free shipping.
    expect(priceOf([item(65)], { packFen: 2_500, packQty: 50 }).shippingFen).toBe(800);
  });

  const tiers = fc
    .tuple(
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 50 }))),
    )
    .map(([first, steps]) => {
      const list = [{ minQty: 1, unitFen: first }];
      for (const [more, off] of steps.slice(0, 10)) {
        const last = list.at(-1)!;
        list.push({ minQty: last.minQty + more, unitFen: Math.max(1, last.unitFen - off) });
      }
      return list;
    });
  const rules = fc.record<PriceRule>({
    priceId: fc.constant('p'),
    tiers,
    packFen: fc.constant(null),
    packQty: fc.constant(null),
    shippingFen: fc.integer({ min: 0, max: 5_000 }),
    freeShippingFromFen: fc.option(fc.integer({ min: 0, max: 100_000 })),
  });
  const packed = fc
    .tuple(rules, fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 2, max: 200 }))
    .map(([of, packFen, packQty]) => ({ ...of, packFen, packQty }));
  const anyRule = fc.oneof(rules, packed);
  const wanted = fc.array(
    fc.record<QuoteItem>({
      sizeId: fc.constantFrom('a', 'b', 'c'),
      paper: fc.constantFrom('glossy', 'matte'),
      qty: fc.integer({ min: 1, max: 999 }),
    }),
    { minLength: 1, maxLength: 30 },
  );

  it('adds up in whole fen for any order', () => {
    fc.assert(
      fc.property(wanted, anyRule, anyRule, (items, one, other) => {
        const quote = quotePrints(items, ({ paper }) => (paper === 'glossy' ? one : other));
        const { goodsFen, discountFen, shippingFen, payFen } = quote;
        const sum = (list: { amountFen: number }[]) => list.reduce((n, of) => n + of.amountFen, 0);
        expect([sum(quote.items), sum(quote.lines)]).toEqual([goodsFen, goodsFen]);
        expect(payFen).toBe(goodsFen - discountFen + shippingFen);
        for (const fen of [goodsFen, discountFen, shippingFen, payFen])
          expect(Number.isSafeInteger(fen) && fen >= 0).toBe(true);
        expect(payFen).toBeGreaterThan(0);
        expect(quote.items.map(({ qty }) => qty)).toEqual(items.map(({ qty }) => qty));
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the distribution over photos or their order', () => {
    fc.assert(
      fc.property(
        wanted,
        anyRule,
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (items, of, chance) => {
          const next = () => chance.next().value as number;
          const split = items.flatMap(one => {
            const part = Math.floor(next() * one.qty);
            return part === 0
              ? [one]
              : [
                  { ...one, qty: part },
                  { ...one, qty: one.qty - part },
                ];
          });
          const mixed = split.map(one => [next() || 0, one] as const).sort((a, b) => a[0] - b[0]);
          const { payFen } = quotePrints(items, () => of);
          expect(
            quotePrints(
              mixed.map(([, one]) => one),
              () => of,
            ).payFen,
          ).toBe(payFen);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never charges more per print for more prints, and packs never cost more than single prints', () => {
    fc.assert(
      fc.property(packed, fc.integer({ min: 1, max: 3_000 }), fc.nat(500), (of, qty, more) => {
        expect(unitFenFor(of.tiers, qty + more)).toBeLessThanOrEqual(unitFenFor(of.tiers, qty));
        const single = { ...of, packFen: null, packQty: null };
        const due = ({ goodsFen, discountFen }: ReturnType<typeof priceOf>) =>
          goodsFen - discountFen;
        expect(due(quotePrints([item(qty)], () => of))).toBeLessThanOrEqual(
          due(quotePrints([item(qty)], () => single)),
        );
      }),
      { numRuns: 300 },
    );
  });
});

/** Labels of 快递100, 菜鸟, 快递鸟 and WeChat, their codes, and what people write. */
const written = {
  sf: '顺丰 顺丰速运 顺丰快递 顺丰快运 顺丰标快 顺丰特惠 SF shunfeng shunfengkuaiyun 顺丰速运有限公司',
  jd: '京东 京东快递 京东物流 京东快运 JDL京东物流 JD jingdong',
  yto: '圆通 圆通速递 圆通快递 YTO yuantong',
  jt: '极兔 极兔速递 J&T极兔速递 J&T JT JTSD jtexpress',
  deppon: '德邦 德邦快递 德邦物流 德邦快运 DBL DBKD debangwuliu debangkuaidi',
  zto: '中通 中通快递 中通速递 中通快运 ZTO zhongtong',
  sto: '申通 申通快递 申通E物流 STO shentong',
  yunda: '韵达 韵达快递 韵达速递 韵达快运 YD YUNDA yunda',
  ems: 'EMS ems 邮政EMS 中国邮政EMS EMS经济快递 邮政特快专递 中国邮政速递物流 EYB',
  post: '邮政快递包裹 邮政 中国邮政 邮政包裹 邮政国内小包 邮政电商标快 YZPY POSTB youzhengguonei',
  other: '其他 其它 其他快递 其它快递 其它快递公司 other',
};

describe('express numbers', () => {
  it('identify their carrier where possible', () => {
    expect(guessCarriers('SF1234567890123')).toEqual(['sf']);
    expect(guessCarriers('YT1234567890123')).toEqual(['yto']);
    expect(guessCarriers('EE123456789CN')).toEqual(['ems']);
    expect(guessCarriers('773123456789012')).toContain('sto');
    expect(guessCarriers('12345678')).toEqual([]);
    expect(contradicts('yto', 'SF1234567890123')).toBe(true);
    expect(contradicts('other', 'SF1234567890123')).toBe(false);
    expect(contradicts('zto', '773123456789012')).toBe(false);
  });

  it.each(Object.entries(written))(
    'of %s are known by the names that people and programs use',
    (key, names) => {
      for (const name of names.split(' ')) expect([name, carrierNamed(name)]).toEqual([name, key]);
    },
  );

  it('of no carrier are called unknown, not other', () => {
    const unknown = [
      '',
      '某某快递',
      '快递',
      'constructor',
      '百世快递',
      '百世/极兔',
      '天天',
      '丰网',
      'HTKY',
    ];
    expect(unknown.map(carrierNamed)).toEqual(unknown.map(() => null));
    expect(carrierNamed(' 京东 ')).toBe('jd');
    expect(carrierNamed('ＥＭＳ')).toBe('ems');
  });
});
