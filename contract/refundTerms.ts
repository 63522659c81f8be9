/** From this sum on the amount must be typed once more before it goes back. Fen. */
export const REFUND_TYPED_FROM_FEN = 50_000;

export interface ClawbackTerms {
  payFen: number;
  refundedFen: number;
  /** What the order has handed out, and what of it has not been taken back yet. */
  granted: number;
  left: { credits: number; days: number };
}

/**
 * What goes back with a sum of money: in proportion to it, everything with the last of it, and never more than is left.
 * The server takes it where nothing else is said; the refund dialog proposes it.
 */
export const proportionalClawback = (
  { payFen, refundedFen, granted, left }: ClawbackTerms,
  amountFen: number,
): { credits: number; packageDays: number } => {
  const all = amountFen >= payFen - refundedFen;
  const share = Math.floor((granted * amountFen) / Math.max(1, payFen));
  return {
    credits: all ? left.credits : Math.min(left.credits, share),
    packageDays: all ? left.days : 0,
  };
};
