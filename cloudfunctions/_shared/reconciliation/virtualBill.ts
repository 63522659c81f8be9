import { billSentences } from '#contract/sentences/reconciliation.ts';
import { z } from '#contract/zod.ts';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { inParallel } from '../base/parallel.ts';
import { orders, type StoredOrder } from '../orders/orders.ts';
import { isPaidThere, NO_ORDER, queryVirtual } from '../orders/virtual.ts';
import { refunds, type StoredRefund } from '../refunds/refunds.ts';
import { callWeChat } from '../weChat/client.ts';
import { virtualSettings } from '../wechatPay/virtualSettings.ts';
import { paymentsOn } from './own.ts';
import { BillError, BillLater } from './table.ts';
import type { BillRow } from './tradeBill.ts';

const IN_THE_MAKING = 268490011;
/** There is nothing of that day. */
const NOTHING = 268490002;
/** Numbers of ours: of orders, and of refunds. */
const NUMBER = /(?<![\w-])(?:RF\d{22}|\d{20})(?![\w-])/g;

const where = z.object({ url: z.url() });

/**
 * The numbers of ours that the bill of a day names. Its columns are not documented, so sums and times come from asking
 * about each number. null where nothing is sold by virtual payment.
 * @throws BillLater, BillError
 */
export const virtualNumbers = async (day: string): Promise<string[] | null> => {
  const { isLive, enabled, appKey } = await virtualSettings();
  const isSold = isLive && (enabled || (await paymentsOn('virtual', day, null)).length > 0);
  if (!isSold) return null;
  const asked = { begin_ds: Number(day), end_ds: Number(day) };
  const answer = await callWeChat('xpay/download_bill', asked, where, appKey(0));
  if (answer.kind === 'unset') return null;
  if (answer.kind === 'refused' && answer.code === NOTHING) return [];
  if (answer.kind === 'refused' && answer.code === IN_THE_MAKING)
    throw new BillLater(billSentences.notMadeYet);
  if (answer.kind === 'refused') throw new BillError(billSentences.refused);
  if (answer.kind === 'unknown') throw new BillLater(billSentences.noAnswer);
  const { url } = answer.data;
  if (new URL(url).protocol !== new URL(environment.WECHAT_BASE_URL).protocol)
    throw new BillError(billSentences.unreadable);
  const signal = AbortSignal.timeout(environment.RECONCILIATION_DOWNLOAD_MS);
  const text = await fetch(url, { redirect: 'error', signal }).then(
    file => (file.ok ? file.text() : null),
    () => null,
  );
  if (text === null) throw new BillLater(billSentences.notDownloaded);
  const numbers = [...new Set(text.match(NUMBER))];
  if (numbers.length > environment.RECONCILIATION_MOST_ROWS)
    throw new BillError(billSentences.tooManyRows);
  return numbers;
};

/** A number of the bill or of ours, and our record of it. */
export interface Asked {
  of: BillRow['of'];
  number: string;
  order?: StoredOrder;
  refund?: StoredRefund;
}

/** Our records of these numbers, or of these refunds. */
export const recordsOf = async (
  numbers: string[],
  isRefund = (number: string) => number.startsWith('RF'),
): Promise<Asked[]> => {
  if (numbers.length === 0) return [];
  const ids = numbers.filter(isRefund);
  const backs = ids.length > 0 ? await refunds.find({ _id: _.in(ids) }, { limit: ids.length }) : [];
  const paid = await orders.find(
    { orderNo: _.in([...numbers, ...backs.map(({ orderNo }) => orderNo)]) },
    { limit: numbers.length + backs.length },
  );
  const byNumber = new Map(paid.map(order => [order.orderNo, order]));
  const byId = new Map(backs.map(refund => [refund._id, refund]));
  return numbers.map(number => {
    const refund = byId.get(number);
    const order = byNumber.get(refund?.orderNo ?? number);
    return {
      of: isRefund(number) ? 'refund' : 'payment',
      number,
      ...(order && { order }),
      ...(refund && { refund }),
    };
  });
};

/** As WeChat knows a number. */
export interface VirtualRow extends BillRow {
  feeFen: number;
  isSettled: boolean;
}

const SETTLED = 2;
const REFUNDED = 8;
const AT_ONCE = 5;

/** @returns null where WeChat knows of no money that moved under it; @throws BillLater */
const rowOf = async ({ of, number, order, refund }: Asked): Promise<VirtualRow | null> => {
  if (!order) return null;
  const id = refund?.isTheirs ? { wx_order_id: refund.refundId } : { order_id: number };
  const answer = await queryVirtual(order, id);
  if (answer.kind === 'refused' && answer.code === NO_ORDER) return null;
  if (answer.kind !== 'ok') throw new BillLater(billSentences.noAnswer);
  const its = answer.data;
  if (of === 'refund' ? its.status !== REFUNDED : !isPaidThere(its)) return null;
  return {
    of,
    number,
    orderNo: order.orderNo,
    gatewayNo: its.wxpay_order_id || its.wx_order_id,
    amountFen: of === 'refund' ? its.refund_fee : its.paid_fee,
    time: its.paid_time * 1_000,
    feeFen: of === 'refund' ? 0 : its.platform_fee_fen,
    isSettled: of === 'refund' || its.sett_state === SETTLED,
  };
};

/** What WeChat knows of each. The sandbox's are in no bill. @throws BillLater */
export const virtualRows = async (asked: Asked[]): Promise<[Asked, VirtualRow | null][]> => {
  const rows: [Asked, VirtualRow | null][] = [];
  const live = asked.filter(({ order }) => order?.virtual?.env !== 1);
  await inParallel(live, async one => void rows.push([one, await rowOf(one)]), AT_ONCE);
  return rows;
};
