import type { Refund } from '#contract/refund.ts';
import { proportionalClawback } from '#contract/refundTerms.ts';
import type { OrderOnPage } from './orderRecord.ts';

/** The server's default clawback for an amount. */
export const clawbackProposal = (
  { payFen, refundedFen, fulfil, refundable }: OrderOnPage,
  amountFen: number,
): Refund['clawback'] => ({
  ...proportionalClawback(
    {
      payFen,
      refundedFen,
      granted: fulfil.credits + fulfil.giftCredits,
      left: { credits: refundable?.credits ?? 0, days: refundable?.days ?? 0 },
    },
    amountFen,
  ),
  allowNegative: false,
});

/** What is actually taken: bought credits first, up to the number granted; without a debt no more than is left. */
export const takenFrom = (
  balance: { paid: number; gift: number },
  { credits, allowNegative }: Pick<Refund['clawback'], 'credits' | 'allowNegative'>,
  grantedPaid: number,
): number => {
  const paid = Math.min(credits, grantedPaid);
  const gift = credits - paid;
  if (allowNegative) return paid + gift;
  return Math.min(paid, Math.max(0, balance.paid)) + Math.min(gift, Math.max(0, balance.gift));
};
