import { useGetOne } from 'react-admin';
import type { OrderOnPage } from './orderRecord.ts';

/** The order of other records, if they have one; they are shown without it where it cannot be read. */
export const useOrder = (orderId: string) =>
  useGetOne<OrderOnPage>(
    'orders',
    { id: orderId },
    { enabled: orderId !== '', staleTime: 10_000, onError: () => undefined },
  ).data;
