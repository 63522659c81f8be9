import { actors } from '#contract/sentences/actors.ts';
import type { StoredOrder } from '../_shared/orders/orders.ts';
import { prepared, waitsForClaim } from '../_shared/orders/prepay.ts';
import { openClaimCode } from '../_shared/prints/claimCodes.ts';
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
  const { status, claim, expireTime } = print;
  const isOwn = print.openid === openid;
  const waits = status === 'pending' && !claim && (expireTime ?? 0) > Date.now();
  return {
    ...print,
    ...(!isOwn && { address: noAddress, userRemark: '', expressCompany: '', expressNo: '' }),
    claimCode: isOwn && waits ? openClaimCode(print) : '',
    isClaimed: Boolean(claim),
    isOwn,
    closeReason: closeReasonOf(print),
  };
};

/** One that an earlier version placed on the web is paid by who takes it over. */
export const withPayment = async ({ order, print }: Rows, pay: WechatPay, openid: string) => ({
  ...visitorView(print, openid),
  payment: waitsForClaim(order) ? null : (await prepared(order, pay)).payment,
});
