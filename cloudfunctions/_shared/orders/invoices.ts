import type { Invoice, InvoiceRequest } from '#contract/invoice.ts';
import { invoiceStatuses, invoiceTransitions } from '#contract/invoiceStates.ts';
import { invoiceableFen, mayAskForInvoice } from '#contract/orderRules.ts';
import { invoiceSentences } from '#contract/sentences/invoices.ts';
import { mayMove } from '#contract/states.ts';
import type { Actor } from '../base/actor.ts';
import { changeLatest } from '../base/changeRecord.ts';
import { conflict, stateNotAllowed } from '../base/errors.ts';
import { inTransaction, known } from '../base/transaction.ts';
import { letterTo } from '../messages/letters.ts';
import { orderGrams, orders, type StoredOrder } from './orders.ts';

const withInvoice = (order: StoredOrder, invoice: Invoice) => ({
  invoice,
  grams: orderGrams({ ...order, invoice }),
});

const holds = (invoice: Invoice | null | undefined, fields: Partial<Invoice>) =>
  Object.entries(fields).every(([name, value]) => invoice?.[name as keyof Invoice] === value);

/** What is asked for again stays in its place; the same changes nothing. @throws 40902 */
export const askForInvoice = (seen: StoredOrder, asked: InvoiceRequest, by: Actor) =>
  changeLatest(
    orders,
    seen,
    order => {
      const { invoice = null } = order;
      if (invoice && !invoiceTransitions[invoice.status].includes('waiting'))
        throw stateNotAllowed(invoiceSentences.notNow(invoiceStatuses[invoice.status].label));
      if (!mayAskForInvoice({ ...order, invoice }))
        throw stateNotAllowed(invoiceSentences.notInvoiceable);
      const taxNumber = asked.kind === 'company' ? asked.taxNumber : '';
      const wish = { ...asked, taxNumber, status: 'waiting' as const };
      if (holds(invoice, wish)) return null;
      const waits = invoice?.status === 'waiting';
      return withInvoice(order, {
        ...wish,
        amountFen: invoiceableFen(order),
        number: '',
        cancelNumber: '',
        reason: '',
        askTime: waits ? invoice.askTime : Date.now(),
        issueTime: null,
        cancelTime: null,
      });
    },
    { by, resource: 'order' },
  );

interface Move {
  /** Its state, and what comes with it. */
  to: Pick<Invoice, 'status'> & Partial<Invoice>;
  time?: 'issueTime' | 'cancelTime';
  /** The audit log says this and nothing of the invoice itself. */
  reason: string;
  /** What the user gets to read. */
  letter?: (orderNo: string) => string;
}

/** @throws 40901 where it is no longer as the caller saw it, 40902 where it may not move so */
export const moveInvoice = (
  seen: StoredOrder,
  { to, time, reason, letter }: Move,
  by: Actor,
  rev = seen.rev,
): Promise<StoredOrder> =>
  inTransaction(
    async transaction => {
      const order = await transaction.require<StoredOrder>('orders', seen._id);
      const { invoice, userId, openid, orderNo } = order;
      // The answer of an earlier call was lost.
      if (holds(invoice, to)) return order;
      if (order.rev !== rev) throw conflict(order);
      if (!invoice) throw stateNotAllowed(invoiceSentences.none);
      const { label } = invoiceStatuses[invoice.status];
      if (!mayMove(invoiceTransitions, invoice.status, to.status))
        throw stateNotAllowed(
          invoiceSentences.illegalMove(label, invoiceStatuses[to.status].label),
        );
      if (to.status === 'issued' && order.openRefundId)
        throw stateNotAllowed(invoiceSentences.refunding);
      const moved = { ...invoice, ...to, ...(time && { [time]: transaction.now }) };
      const entry = { by, resource: 'order', reason };
      const after = await transaction.change('orders', order, withInvoice(order, moved), entry);
      if (letter) {
        const text = letter(orderNo);
        await letterTo(
          transaction,
          { _id: userId, openid },
          { _id: transaction.newId(), text },
          by,
        );
      }
      return after;
    },
    { known: [known('orders', seen._id, seen)] },
  );

/** What a refund that has arrived leaves of the invoice; nothing where there is none that it concerns. */
export const invoiceAfterRefund = (order: StoredOrder, refundedFen: number) => {
  const { invoice, payFen } = order;
  if (invoice?.status === 'issued') return withInvoice(order, { ...invoice, status: 'toCancel' });
  if (invoice?.status !== 'waiting') return {};
  const amountFen = payFen - refundedFen;
  const over = { status: 'refused', reason: invoiceSentences.refundedWhole } as const;
  return withInvoice(order, { ...invoice, amountFen, ...(amountFen <= 0 && over) });
};

/** Where it was to be sent goes with the account; what still waits is not issued any more. */
export const withoutAddressee = (order: StoredOrder, more: Partial<Invoice> = {}) => {
  const { invoice } = order;
  if (!invoice) return { grams: orderGrams(order) };
  const over = { status: 'refused', reason: invoiceSentences.erased } as const;
  const ended = { ...invoice, email: '', ...(invoice.status === 'waiting' && over), ...more };
  return withInvoice(order, ended);
};
