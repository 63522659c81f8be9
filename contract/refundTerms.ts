/** From this amount on it must be typed a second time. Fen. */
export const REFUND_TYPED_FROM_FEN = 50_000;

export interface ClawbackTerms {
  payFen: number;
  refundedFen: number;
  /** What the order has granted, and what has not been taken back yet. */
  granted: number;
  left: { credits: number; days: number };
}

/**
 * Default clawback: in proportion to the amount, everything with the last of it, never more than is left. Used by the
 * server when nothing else is given, and proposed by the refund dialog.
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
