import type { StoredOrder } from './orders.ts';

/** What an order's items grant together. */
export const grantOf = ({ items }: Pick<StoredOrder, 'items'>) =>
  items.reduce(
    (sum, { qty, snapshot }) => ({
      credits: sum.credits + qty * snapshot.credits,
      giftCredits: sum.giftCredits + qty * snapshot.giftCredits,
      days: sum.days + qty * (snapshot.days ?? 0),
    }),
    { credits: 0, giftCredits: 0, days: 0 },
  );
