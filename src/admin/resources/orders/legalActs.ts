import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import type { OrderRecord } from './orderRecord.ts';

type Seen = Pick<OrderRecord, 'status' | 'type' | 'fulfil' | 'payChannel'>;

/** What a person may do to an order in its state; the server has the same opinion and the last word. */
export const isUnpaid = ({ status }: Seen) => status === 'pending';

/** Paid for and not handed out. Prints are handed out by being printed. */
export const isUndelivered = ({ status, type, fulfil }: Seen) =>
  status === 'paid' && type !== 'print' && fulfil.status !== 'done';

/** Left behind by its prints, which are done. */
export const isLeftBehind = (
  { status, type, printOrderId }: Seen & Pick<OrderRecord, 'printOrderId'>,
  printStatus: PrintOrderStatus | undefined,
) => status === 'paid' && type === 'print' && (printOrderId === '' || printStatus === 'completed');

/** The gateway may know of a payment that we do not. */
export const mayBePaid = ({ status, payChannel }: Seen) =>
  payChannel === 'wxpay' && (status === 'pending' || status === 'closed');

export const mayBeRefunded = ({ status }: Seen) => status === 'paid' || status === 'completed';
