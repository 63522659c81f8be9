import { needsUpload } from '#contract/orderRules.ts';
import { environment } from '../base/environment.ts';
import { noUpload, type StoredOrder } from './orders.ts';

/**
 * What an order changes when it was delivered or its parcel got another number: a job uploads it to WeChat
 * (`shipping/upload.ts`). Nothing where WeChat needs not know.
 */
export const uploadLater = (
  order: StoredOrder,
  now: number,
): Partial<Pick<StoredOrder, 'upload'>> =>
  needsUpload(order)
    ? {
        upload: {
          ...noUpload,
          status: 'waiting',
          // A payment reaches this part of WeChat some seconds after the gateway.
          nextTime: Math.max(now, (order.payTime ?? 0) + environment.UPLOAD_AFTER_PAYMENT_MS),
          isUnsure: order.upload?.isUnsure ?? false,
        },
      }
    : {};
