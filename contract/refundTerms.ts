/** From this amount on it must be typed a second time. Fen. */
export const REFUND_TYPED_FROM_FEN = 50_000;

/** The published rule for what was used in part, in the words of the text and of the refund dialog. */
export const unusedRules = {
  credits: '按没有用的积分占这笔订单全部积分（购买的和赠送的合计）的比例退款',
  days: '按没有使用的天数占购买天数的比例退款',
  both: '同时含积分和会员天数的，按两者中较小的比例退款',
} as const;

/** Those for what an order has granted; '' where it has granted neither. */
export const unusedRuleOf = ({ credits, days }: { credits: boolean; days: boolean }): string =>
  [credits && unusedRules.credits, days && unusedRules.days, credits && days && unusedRules.both]
    .filter(Boolean)
    .join('；');

/** What of the price belongs to what was not used, by `unusedRules`; all of it where nothing was granted. */
export const unusedFen = (
  { payFen, fulfil }: Pick<ClawbackTerms, 'payFen' | 'fulfil'>,
  unused: { credits: number; days: number },
): number => {
  const shares = [
    [unused.credits, fulfil.credits + fulfil.giftCredits],
    [unused.days, fulfil.days],
  ] as const;
  const least = shares.reduce((all, [left, granted]) => {
    const share = granted > 0 ? left / granted : 1;
    return Math.min(all, share);
  }, 1);
  return Math.floor(payFen * least);
};

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
  fulfil: { credits: number; giftCredits: number; days: number };
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
  const shareOf = (granted: number) => Math.floor((granted * amountFen) / Math.max(1, payFen));
  const ofAmount = {
    credits: shareOf(fulfil.credits + fulfil.giftCredits),
    days: shareOf(fulfil.days),
  };
  const due = ofItems ?? ofAmount;
  return {
    credits: all ? credits : Math.min(credits, due.credits),
    packageDays: all ? days : Math.min(days, due.days),
    allowNegative: false,
  };
};

/**
 * What is really taken: bought credits first, as many as the order granted and no refund took back, the presents after
 * them; without a debt no more than the user has, those included that their unfinished tasks hold.
 */
export const creditsTaken = (
  { credits, allowNegative }: Pick<Clawback, 'credits' | 'allowNegative'>,
  boughtLeft: number,
  balance: Credits,
  held: Credits,
): Credits => {
  const paid = Math.min(credits, boughtLeft);
  const gift = credits - paid;
  if (allowNegative) return { paid, gift };
  return {
    paid: Math.min(paid, Math.max(0, balance.paid + held.paid)),
    gift: Math.min(gift, Math.max(0, balance.gift + held.gift)),
  };
};

/** How many of the credits taken are not in the balance, but held by unfinished tasks: an earlier debt counts on them first. */
export const creditsTakenOfHeld = (taken: Credits, balance: Credits, held: Credits): Credits => {
  const ofHeld = (bucket: keyof Credits) => {
    const beyond = taken[bucket] - Math.max(0, balance[bucket]);
    const free = held[bucket] + Math.min(0, balance[bucket]);
    return Math.max(0, Math.min(beyond, free));
  };
  return { paid: ofHeld('paid'), gift: ofHeld('gift') };
};
