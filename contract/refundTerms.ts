/** From this amount on it must be typed a second time. Fen. */
export const REFUND_TYPED_FROM_FEN = 50_000;

interface Credits {
  paid: number;
  gift: number;
}

interface Clawback {
  credits: number;
  packageDays: number;
  allowNegative: boolean;
}

interface ClawbackTerms {
  payFen: number;
  refundedFen: number;
  /** What the order has granted, and what has not been taken back yet. */
  fulfil: { credits: number; giftCredits: number };
  left: { credits: number; days: number } | null | undefined;
}

/**
 * Default clawback: what the refunded items have granted, or in proportion to an amount without items; everything with
 * the last of the money, never more than is left.
 */
export const proposedClawback = (
  { payFen, refundedFen, fulfil, left }: ClawbackTerms,
  amountFen: number,
  ofItems?: { credits: number; days: number },
): Clawback => {
  const { credits, days } = left ?? { credits: 0, days: 0 };
  const all = amountFen >= payFen - refundedFen;
  const granted = fulfil.credits + fulfil.giftCredits;
  const share = Math.floor((granted * amountFen) / Math.max(1, payFen));
  return {
    credits: all ? credits : Math.min(credits, ofItems?.credits ?? share),
    packageDays: all ? days : Math.min(days, ofItems?.days ?? 0),
    allowNegative: false,
  };
};

/**
 * What is really taken: bought credits first, as many as the order granted and no refund took back, the presents after
 * them; without a debt no more than there is.
 */
export const creditsTaken = (
  { credits, allowNegative }: Pick<Clawback, 'credits' | 'allowNegative'>,
  boughtLeft: number,
  balance: Credits,
): Credits => {
  const paid = Math.min(credits, boughtLeft);
  const gift = credits - paid;
  if (allowNegative) return { paid, gift };
  return {
    paid: Math.min(paid, Math.max(0, balance.paid)),
    gift: Math.min(gift, Math.max(0, balance.gift)),
  };
};
