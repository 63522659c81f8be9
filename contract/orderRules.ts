import { type InvoiceStatus, invoiceTransitions } from './invoiceStates.ts';
import type { Order } from './order.ts';
import type { PrintOrderStatus } from './printOrderStates.ts';

type Seen = Pick<Order, 'status' | 'type' | 'fulfil' | 'payChannel'>;

/** What may be done to an order as it stands: what the screens offer and what the server allows. */
export const isUnpaid = ({ status }: Seen) => status === 'pending';

/** Paid and not granted. Orders for prints are fulfilled by printing. */
export const isUndelivered = ({ status, type, fulfil }: Seen) =>
  status === 'paid' && type !== 'print' && fulfil.status !== 'done';

/** Its prints are completed, but the order is not. */
export const isLeftBehind = (
  { status, type, printOrderId }: Seen & Pick<Order, 'printOrderId'>,
  printStatus: PrintOrderStatus | undefined,
) => status === 'paid' && type === 'print' && (printOrderId === '' || printStatus === 'completed');

/** The gateway may know of a payment that we do not. */
export const mayBePaid = ({ status, payChannel }: Pick<Seen, 'status' | 'payChannel'>) =>
  (payChannel === 'wxpay' || payChannel === 'virtual') &&
  (status === 'pending' || status === 'closed');

/** Placed on the web and unpaid: money that was received outside WeChat may be recorded. */
export const mayBePaidOffline = ({
  status,
  type,
  source,
}: Pick<Order, 'status' | 'type' | 'source'>) =>
  status === 'pending' && type === 'print' && source === 'web';

export const mayBeRefunded = ({ status }: Pick<Seen, 'status'>) =>
  status === 'paid' || status === 'completed';

/**
 * WeChat waits for a report of the delivery: paid with WeChat Pay inside the mini-program and not refunded in full.
 * `transactionId` is WeChat's number of the payment; openids of other origin have a colon.
 */
export const needsUpload = ({
  payChannel,
  transactionId,
  openid,
  status,
}: Pick<Order, 'payChannel' | 'transactionId' | 'openid' | 'status'>) =>
  payChannel === 'wxpay' &&
  transactionId !== '' &&
  openid !== '' &&
  !openid.includes(':') &&
  (status === 'paid' || status === 'completed');

/** It was to be uploaded, and WeChat does not know it. */
export const isNotUploaded = ({ upload }: Pick<Order, 'upload'>) =>
  upload.status === 'waiting' || upload.status === 'failed';

type Paid = Pick<Order, 'status' | 'payChannel' | 'payFen' | 'refundedFen'>;

/** What an invoice may be about: money that was paid and not paid back. */
export const invoiceableFen = (order: Paid): number =>
  mayBeRefunded(order) && order.payChannel !== 'code'
    ? Math.max(0, order.payFen - order.refundedFen)
    : 0;

export const mayAskForInvoice = (order: Paid & { invoice: { status: InvoiceStatus } | null }) =>
  invoiceableFen(order) > 0 &&
  (!order.invoice || invoiceTransitions[order.invoice.status].includes('waiting'));
