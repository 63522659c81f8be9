import { useGetOne } from 'react-admin';
import type { Order } from '#contract/order.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** The order of other records, if they have one; they are shown without it where it cannot be read. */
export const useOrder = (orderId: string) =>
  useGetOne<RecordOf<Order>>(
    'orders',
    { id: orderId },
    { enabled: orderId !== '', staleTime: 10_000, onError: () => undefined },
  ).data;
