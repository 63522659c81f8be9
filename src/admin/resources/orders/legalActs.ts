import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import type { OrderRecord } from './orderRecord.ts';

type Seen = Pick<OrderRecord, 'status' | 'type' | 'fulfil' | 'payChannel'>;

/** The actions that an order's state allows; the server applies the same rules. */
export const isUnpaid = ({ status }: Seen) => status === 'pending';

/** Paid and not granted. Orders for prints are fulfilled by printing. */
export const isUndelivered = ({ status, type, fulfil }: Seen) =>
  status === 'paid' && type !== 'print' && fulfil.status !== 'done';

/** Its prints are completed, but the order is not. */
export const isLeftBehind = (
  { status, type, printOrderId }: Seen & Pick<OrderRecord, 'printOrderId'>,
  printStatus: PrintOrderStatus | undefined,
) => status === 'paid' && type === 'print' && (printOrderId === '' || printStatus === 'completed');

/** The gateway may know of a payment that we do not. */
export const mayBePaid = ({ status, payChannel }: Seen) =>
  payChannel === 'wxpay' && (status === 'pending' || status === 'closed');

export const mayBeRefunded = ({ status }: Seen) => status === 'paid' || status === 'completed';
