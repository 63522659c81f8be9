import { actors } from '#contract/sentences/actors.ts';
import type { StoredOrder } from '../_shared/orders/orders.ts';
import { prepared } from '../_shared/orders/prepay.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';
import type { WechatPay } from '../_shared/wechatPay/client.ts';

export interface Rows {
  order: StoredOrder;
  print: StoredPrintOrder;
}

const noAddress = { name: '', phoneTail: '', province: '', city: '', district: '', detail: '' };

/** What administrators write about a closing is meant for administrators. */
const closeReasonOf = ({ status, history }: StoredPrintOrder): string => {
  const last = history.at(-1);
  return status === 'cancelled' && last?.by === actors.system ? last.reason : '';
};

/** The print order for its owner, or for who placed it on the web before another user took it over. */
export const visitorView = (print: StoredPrintOrder, openid: string) => {
  const isOwn = print.openid === openid;
  return {
    ...print,
    ...(!isOwn && { address: noAddress, userRemark: '', expressCompany: '', expressNo: '' }),
    isClaimed: Boolean(print.claim),
    isOwn,
    closeReason: closeReasonOf(print),
  };
};

export const withPayment = async ({ order, print }: Rows, pay: WechatPay, openid: string) => ({
  ...visitorView(print, openid),
  payment: (await prepared(order, pay)).payment,
});
