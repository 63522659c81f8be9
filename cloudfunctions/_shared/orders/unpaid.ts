import { orderSentences } from '#contract/sentences/orders.ts';
import { HOUR_MS } from '#contract/shanghai.ts';
import type { Caller } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import type { Counter } from '../base/rateLimit.ts';
import { counterOfNetwork, countOfNetwork } from '../users/networkLimits.ts';
import { orders } from './orders.ts';

const limit = () => ['orders', environment.ORDERS_PER_ADDRESS] as const;

export const counterOfOrders = (caller: Caller) => counterOfNetwork(caller, ...limit());

/**
 * Places an order within the limit of the caller's network, because an anonymous visitor may be another one each time.
 * What stores no new order does not count.
 * @param seen `counterOfOrders`
 * @param earlier the order of an earlier call, which stands whatever the limit
 * @param place with the checks that it waits for: that one, or the count
 * @throws 42901
 */
export const countedOrder = async <T>(
  caller: Caller,
  seen: Counter | null,
  earlier: () => Promise<T | null>,
  place: (checks: Promise<T | null>) => Promise<{ placed: T; isNew: boolean }>,
): Promise<T> => {
  const { tooManyFromNetwork } = orderSentences;
  const counting = countOfNetwork(caller, ...limit(), HOUR_MS, tooManyFromNetwork, seen);
  const checks = earlier().then(async first => first ?? (await counting, null));
  for (const one of [counting, checks]) one.catch(() => undefined);
  let isCounted = false;
  try {
    const { placed, isNew } = await place(checks);
    isCounted = isNew;
    return placed;
  } finally {
    if (!isCounted)
      await counting.then(
        takeBack => takeBack(),
        () => undefined,
      );
  }
};

/** Holds until the user's next order if that one is placed in sequence (`sequence.ts`). */
export const hasTooManyUnpaid = async (userId: string): Promise<boolean> =>
  userId !== '' &&
  (await orders.count({ userId, status: 'pending' })) >= environment.ORDERS_UNPAID_PER_USER;
