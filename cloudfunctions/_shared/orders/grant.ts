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

/** Part of it that belongs to money that went back; as many as a refund afterwards would take. */
const shareOf = (
  amount: number,
  { refundedFen, payFen }: Pick<StoredOrder, 'refundedFen' | 'payFen'>,
) => Math.floor((amount * refundedFen) / Math.max(1, payFen));

/** What is granted where part of the money went back before it: bought credits go back first. */
export const grantLeft = (
  order: Pick<StoredOrder, 'items' | 'refundedFen' | 'payFen'>,
): ReturnType<typeof grantOf> => {
  const { credits, giftCredits, days } = grantOf(order);
  const taken = shareOf(credits + giftCredits, order);
  const bought = Math.min(credits, taken);
  return {
    credits: credits - bought,
    giftCredits: giftCredits - (taken - bought),
    days: days - shareOf(days, order),
  };
};
