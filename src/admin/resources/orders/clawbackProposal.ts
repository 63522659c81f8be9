import type { Refund } from '#contract/refund.ts';
import { proportionalClawback } from '#contract/refundTerms.ts';
import type { OrderOnPage } from './orderRecord.ts';

/** What the server would take back with a sum, were nothing else said. */
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

/** What is really taken: bought credits first, up to what the order granted; without a debt no more than there is. */
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
