import type { StoredOrder } from './orders.ts';

/** The sum of what an order's items grant. */
export const grantOf = ({ items }: Pick<StoredOrder, 'items'>) =>
  items.reduce(
    (sum, { qty, snapshot }) => ({
      credits: sum.credits + qty * snapshot.credits,
      giftCredits: sum.giftCredits + qty * snapshot.giftCredits,
      days: sum.days + qty * (snapshot.days ?? 0),
    }),
    { credits: 0, giftCredits: 0, days: 0 },
  );
