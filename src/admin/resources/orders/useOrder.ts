import { useCan } from '../../kit/base/CanAccess.tsx';
import { useLookedOne } from '../../kit/base/useLook.ts';
import type { OrderOnPage } from './orderRecord.ts';
import { refreshEvery } from './refreshEvery.ts';

/**
 * The order of other records, if they have one; they are shown without it where it cannot be read.
 * @param follows reads it again as often as its own page does, so that a refund is seen to its end; in one place of a page
 */
export const useOrder = (orderId: string, follows = false) =>
  useLookedOne<OrderOnPage>('orders', {
    id: orderId,
    enabled: useCan()('orders.read') && orderId !== '',
    staleTime: 10_000,
    every: order => follows && refreshEvery(order),
  }).data;
