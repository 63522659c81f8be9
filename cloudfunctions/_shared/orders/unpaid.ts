import { orderSentences } from '#contract/sentences/orders.ts';
import { HOUR_MS } from '#contract/shanghai.ts';
import type { Caller } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { countOfNetwork } from '../users/networkLimits.ts';
import { orders } from './orders.ts';

/**
 * Places an order within the limit of the caller's network, because an anonymous visitor may be another one each time.
 * What stores no new order does not count.
 * @throws 42901
 */
export const countedOrder = async <T>(
  caller: Caller,
  place: () => Promise<{ placed: T; isNew: boolean }>,
): Promise<T> => {
  const { tooManyFromNetwork } = orderSentences;
  const most = environment.ORDERS_PER_ADDRESS;
  const takeBack = await countOfNetwork(caller, 'orders', most, HOUR_MS, tooManyFromNetwork);
  let isCounted = false;
  try {
    const { placed, isNew } = await place();
    isCounted = isNew;
    return placed;
  } finally {
    if (!isCounted) await takeBack();
  }
};

/** Holds until the user's next order if that one is placed in sequence (`sequence.ts`). */
export const hasTooManyUnpaid = async (userId: string): Promise<boolean> =>
  userId !== '' &&
  (await orders.count({ userId, status: 'pending' })) >= environment.ORDERS_UNPAID_PER_USER;
