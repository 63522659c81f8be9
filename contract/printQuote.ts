import type { PriceTier } from './packagePrice.ts';
import type { PrintPaper } from './printPapers.ts';

/** The price rule for prints of one size and paper that is in effect. */
export interface PriceRule {
  /** '' for the size's own price. */
  priceId: string;
  tiers: readonly PriceTier[];
  packFen: number | null;
  packQty: number | null;
  shippingFen: number;
  freeShippingFromFen: number | null;
}

export interface QuoteItem {
  sizeId: string;
  paper: PrintPaper;
  qty: number;
}

export interface QuoteLine extends QuoteItem {
  priceId: string;
  unitFen: number;
  amountFen: number;
  /** Reduction by packs. */
  discountFen: number;
}

export interface PrintQuote<I extends QuoteItem = QuoteItem> {
  items: (I & { unitFen: number; amountFen: number; priceId: string })[];
  /** The totals by size and paper. */
  lines: QuoteLine[];
  goodsFen: number;
  discountFen: number;
  shippingFen: number;
  payFen: number;
}

export const unitFenFor = (tiers: readonly PriceTier[], qty: number): number =>
  tiers.reduce((unit, tier) => (tier.minQty <= qty ? tier.unitFen : unit), tiers[0]?.unitFen ?? 0);

/** The cheapest combination with packs; a pack that is not quite full may be cheaper than single prints. */
const withPacks = ({ tiers, packFen, packQty }: PriceRule, qty: number): number => {
  const single = qty * unitFenFor(tiers, qty);
  if (packFen === null || packQty === null) return single;
  const full = Math.floor(qty / packQty);
  const rest = qty - full * packQty;
  const mixed = full * packFen + rest * unitFenFor(tiers, qty);
  return Math.min(single, mixed, Math.ceil(qty / packQty) * packFen);
};

const keyOf = ({ sizeId, paper }: QuoteItem) => `${sizeId} ${paper}`;

/**
 * Price of prints in whole fen. Tiers count all prints of one size and paper, across items. Everything is sent in one
 * parcel: shipping is the highest of all rules, and a rule charges nothing once the goods reach its threshold.
 */
export const quotePrints = <I extends QuoteItem>(
  wanted: readonly I[],
  ruleOf: (item: QuoteItem) => PriceRule,
): PrintQuote<I> => {
  const quantities = new Map<string, number>();
  for (const item of wanted)
    quantities.set(keyOf(item), (quantities.get(keyOf(item)) ?? 0) + item.qty);
  const firsts = [...new Map(wanted.map(item => [keyOf(item), item])).values()];
  const rules = firsts.map(ruleOf);
  const lines = firsts.map(({ sizeId, paper }, at): QuoteLine => {
    const rule = rules[at] as PriceRule;
    const qty = quantities.get(keyOf({ sizeId, paper, qty: 0 })) ?? 0;
    const unitFen = unitFenFor(rule.tiers, qty);
    const amountFen = qty * unitFen;
    const discountFen = amountFen - withPacks(rule, qty);
    return { sizeId, paper, qty, priceId: rule.priceId, unitFen, amountFen, discountFen };
  });
  const items = wanted.map(item => {
    const { unitFen, priceId } = lines.find(line => keyOf(line) === keyOf(item)) as QuoteLine;
    return { ...item, unitFen, amountFen: item.qty * unitFen, priceId };
  });
  const goodsFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const discountFen = lines.reduce((sum, line) => sum + line.discountFen, 0);
  const due = goodsFen - discountFen;
  const shippingFen = Math.max(
    0,
    ...rules.map(rule =>
      rule.freeShippingFromFen !== null && due >= rule.freeShippingFromFen ? 0 : rule.shippingFen,
    ),
  );
  return { items, lines, goodsFen, discountFen, shippingFen, payFen: due + shippingFen };
};
