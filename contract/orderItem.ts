import { z } from './zod.ts';

/** The item as it was when bought; later changes of the package do not affect the order. */
const snapshot = z
  .object({
    type: z.string().default(''),
    credits: z.int().default(0),
    giftCredits: z.int().default(0),
    days: z.int().nullable().default(null),
  })
  .prefault({});

/** One thing that an order buys. */
export const orderItem = z.object({
  refId: z.string(),
  name: z.string(),
  qty: z.int(),
  unitFen: z.int(),
  amountFen: z.int(),
  snapshot,
});
export type OrderItem = z.output<typeof orderItem>;
