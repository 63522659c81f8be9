import { environment } from '../base/environment.ts';
import { orders } from './orders.ts';

/** Holds until the user's next order if that one is placed in sequence (`sequence.ts`). */
export const hasTooManyUnpaid = async (userId: string): Promise<boolean> =>
  (await orders.count({ userId, status: 'pending' })) >= environment.ORDERS_UNPAID_PER_USER;
