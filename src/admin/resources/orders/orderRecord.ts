import type { Order, OrderDetail } from '#contract/order.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type OrderRecord = RecordOf<Order>;

/** As its page has it; what a list does not carry may be missing for a moment. */
export type OrderOnPage = OrderRecord &
  Partial<Pick<OrderDetail, 'lines' | 'refunds' | 'refundable' | 'isMiniProgramSet'>>;
