import type { User } from '#contract/user.ts';

/** What so many of a user's paid credits were bought for, in fen: the average price of those that they have. */
export const worthOf = (
  { paidValueFen = 0, credits: { paid } }: { paidValueFen?: number; credits: User['credits'] },
  amount: number,
): number => (paid > 0 ? Math.round(Math.max(0, paidValueFen) * Math.min(1, amount / paid)) : 0);
