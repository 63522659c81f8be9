import { orderGrams, type StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { Invoice } from '#contract/invoice.ts';
import type { InvoiceStatus } from '#contract/invoiceStates.ts';
import { DAY, HOUR } from './record.ts';

const companies = [
  ['杭州青禾文化传媒有限公司', '91330106MA2B1CDE4G'],
  ['上海拾光摄影工作室', '92310115MA1K3PQR7T'],
  ['成都小满印务有限公司', '91510107MA6C8DEF2H'],
] as const;
const states: InvoiceStatus[] = ['waiting', 'issued', 'issued', 'refused', 'waiting'];
/** In the states that the contract's examples need. */
const examples: Record<string, InvoiceStatus> = { ord_0006: 'toCancel', ord_0012: 'waiting' };

const invoiceOf = (order: StoredOrder, status: InvoiceStatus, at: number): Invoice => {
  const { payFen, refundedFen, payTime, createTime, userSnap } = order;
  const askTime = (payTime ?? createTime) + HOUR;
  const isIssued = status === 'issued' || status === 'toCancel';
  const [company, code] = companies[at % companies.length]!;
  const isCompany = at % 3 > 0;
  return {
    status,
    kind: isCompany ? 'company' : 'personal',
    title: isCompany ? company : userSnap.nickName || '个人',
    taxNumber: isCompany ? code : '',
    email: `finance${at}@example.com`,
    amountFen: isIssued ? payFen : payFen - refundedFen,
    number: isIssued ? `26312${String(at).padStart(15, '0')}` : '',
    cancelNumber: '',
    reason: status === 'refused' ? '抬头与税号不符，请核对后重新申请' : '',
    askTime,
    issueTime: isIssued ? askTime + 5 * HOUR : null,
    cancelTime: null,
  };
};

/** Some buyers ask for an invoice. */
export const demoInvoices = (orders: StoredOrder[], now: number): void =>
  orders
    .filter(
      ({ _id, status, payChannel, payTime, refundCount, printOrderId }) =>
        _id in examples ||
        (status === 'completed' &&
          now - (payTime ?? now) > DAY &&
          payChannel === 'wxpay' &&
          !refundCount &&
          !printOrderId),
    )
    .forEach((order, at) => {
      const asked = examples[order._id] ?? (at % 17 === 4 ? states[at % states.length] : undefined);
      if (!asked) return;
      // Who asked weeks ago has an answer.
      const isOld = !(order._id in examples) && now - order.payTime! > 14 * DAY;
      const status = isOld && asked === 'waiting' ? 'issued' : asked;
      order.invoice = invoiceOf(order, status, at);
      order.grams = orderGrams(order);
    });
