import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import {
  addPayment,
  addRefund,
  comparePayment,
  compareRefund,
  unknownPayment,
  unknownRefund,
} from '#cloudfunctions/_shared/reconciliation/compare.ts';
import {
  billTime,
  type Finding,
  freshDay,
  keyOf,
  newestDay,
  type StoredDay,
  type StoredDifference,
} from '#cloudfunctions/_shared/reconciliation/records.ts';
import { statusOf } from '#cloudfunctions/_shared/reconciliation/statusOf.ts';
import type { BillRow } from '#cloudfunctions/_shared/reconciliation/tradeBill.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import {
  type BookFigures,
  noFigures,
  type ReconciliationDifference,
  reconciliationDifferenceEntity,
} from '#contract/reconciliation.ts';
import { dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import { feeOf } from '../../sandbox/wechatPay/bills.ts';
import type { GatewayMemory } from '../shared/sandbox.ts';
import { HOUR, MINUTE, numbered, recordOf } from './record.ts';

/** Days that have been compared. */
const DAYS = 30;
/** Orders and refunds below are named by the contract's examples and by tests. */
const FIRST_ORDER = 'ord_0060';
const FIRST_REFUND = 'rf_0008';

interface Books {
  orders: StoredOrder[];
  refunds: StoredRefund[];
}

type Trade = GatewayMemory['trades'][number];

/** As the gateway has it. */
const tradeOf = (
  outTradeNo: string,
  transactionId: string,
  openid: string,
  successTime: number,
  totalFen: number,
): Trade => ({
  outTradeNo,
  transactionId,
  openid,
  successTime,
  totalFen,
  state: 'SUCCESS',
  notifyUrl: '',
  refundedFen: 0,
  refundCount: 0,
  lastRefundTime: 0,
});

const tradeOfOrder = (order: StoredOrder, successTime: number, totalFen = order.payFen): Trade => {
  const { orderNo, transactionId, openid } = order;
  return tradeOf(orderNo, transactionId || `42000${orderNo}`, openid, successTime, totalFen);
};

/** Paid at the counter of a shop that has the same merchant number: no order of ours. */
const shopTrade = (day: string, at: number, totalFen: number): Trade => {
  const number = `SHOP${day}${String(at).padStart(4, '0')}`;
  const transaction = `42000${day}${String(at).padStart(14, '0')}`;
  return tradeOf(number, transaction, '', startOf(day) + 11 * HOUR + at * MINUTE, totalFen);
};

/** Not around midnight, where a day's books depend on the next one's. */
const isInTheDay = (time: number) => {
  const hour = (time - startOf(dayOf(time))) / HOUR;
  return hour > 2 && hour < 22;
};

/** The last one on the day so many days before the newest one or, failing that, on an earlier one. */
const pick = <T>(
  items: T[],
  timeOf: (item: T) => number | null,
  newest: string,
  daysBefore: number,
): T | undefined => {
  const latest = startOf(dayAfter(newest, 1 - daysBefore));
  const earliest = startOf(dayAfter(newest, 2 - DAYS));
  return items
    .map(item => ({ item, time: timeOf(item) ?? 0 }))
    .filter(({ time }) => time < latest && time >= earliest && isInTheDay(time))
    .sort((a, b) => b.time - a.time)[0]?.item;
};

/** Differences between the gateway and the records on a few days of the last weeks. */
const disagreements = ({ orders, refunds }: Books, newest: string) => {
  const ofGateway = ({ payChannel }: { payChannel: string }) => payChannel === 'wxpay';
  const own = orders.filter(order => order._id >= FIRST_ORDER && ofGateway(order));
  const closed = own.filter(({ status }) => status === 'closed');
  const bought = own.filter(
    ({ status, type, refundCount }) =>
      status === 'completed' && type === 'package' && refundCount === 0,
  );
  const back = refunds.filter(
    one => one._id >= FIRST_REFUND && one.status === 'success' && ofGateway(one),
  );
  const missed = pick(closed, ({ createTime }) => createTime, newest, 1);
  const other = pick(bought, ({ payTime }) => payTime, newest, 5);
  const refund = pick(back, ({ successTime }) => successTime, newest, 3);
  const rest = bought.filter(order => order !== other);
  const found = pick(rest, ({ payTime }) => payTime, newest, 13);
  const open = shopTrade(dayAfter(newest, -2), 7, 3_800);
  const explained = shopTrade(dayAfter(newest, -9), 31, 12_800);
  const memory: GatewayMemory = {
    trades: [
      open,
      explained,
      ...(missed ? [tradeOfOrder(missed, missed.createTime + 4 * MINUTE)] : []),
      ...(other ? [tradeOfOrder(other, other.payTime ?? 0, other.payFen - 100)] : []),
    ],
    unknown: refund ? [refund._id] : [],
  };
  const numbers = [open.outTradeNo, missed?.orderNo, other?.orderNo];
  return { memory, explained, found, numbers };
};

/** To the second, as in a bill. */
const toSecond = (time: number) => Math.floor(time / 1_000) * 1_000;

const isOnDay = (day: string) => (time: number | null | undefined) =>
  time != null && dayOf(time) === day;

const moving = ['processing', 'success', 'abnormal'];

/** What the gateway's bill of a day names. */
const billOf = ({ orders, refunds }: Books, { trades, unknown }: GatewayMemory, day: string) => {
  const isOn = isOnDay(day);
  const remembered = new Set(trades.map(({ outTradeNo }) => outTradeNo));
  const isKnown = ({ payChannel, payTime, orderNo }: StoredOrder) =>
    payChannel === 'wxpay' && isOn(payTime) && !remembered.has(orderNo);
  const row = (of: BillRow['of'], number: string, orderNo: string, gatewayNo: string) => ({
    of,
    number,
    orderNo,
    gatewayNo,
  });
  const paid: BillRow[] = [
    ...orders.filter(isKnown).map(order => tradeOfOrder(order, order.payTime ?? 0)),
    ...trades.filter(({ successTime }) => isOn(successTime)),
  ].map(({ outTradeNo, transactionId, totalFen, successTime }) => ({
    ...row('payment', outTradeNo, outTradeNo, transactionId),
    amountFen: totalFen,
    time: toSecond(successTime ?? 0),
  }));
  const back: BillRow[] = refunds
    .filter(({ createTime, payChannel }) => isOn(createTime) && payChannel === 'wxpay')
    .filter(one => one.refundId && moving.includes(one.status) && !unknown.includes(one._id))
    .map(({ _id, orderNo, refundId, amountFen, createTime }) => ({
      ...row('refund', _id, orderNo, refundId),
      amountFen,
      time: toSecond(createTime),
    }));
  return { paid, back };
};

const sum = (rows: { amountFen: number }[], of = (fen: number) => fen) =>
  rows.reduce((all, { amountFen }) => all + of(amountFen), 0);

const othersOf = ({ orders, refunds }: Books, day: string) => {
  const isOn = isOnDay(day);
  return (['virtual', 'code', 'offline'] as const)
    .map(payChannel => {
      const figures = { ...noFigures };
      for (const order of orders)
        if (order.payChannel === payChannel && isOn(order.payTime))
          addPayment(figures, order.payFen);
      for (const refund of refunds)
        if (refund.payChannel === payChannel && isOn(refund.successTime))
          addRefund(figures, refund.amountFen);
      return { payChannel, ...figures };
    })
    .filter(({ paidCount, refundCount }) => paidCount + refundCount > 0);
};

const compareDay = (books: Books, memory: GatewayMemory, day: string) => {
  const { paid, back } = billOf(books, memory, day);
  const ours: BookFigures = { ...noFigures };
  const byNo = new Map(books.orders.map(order => [order.orderNo, order]));
  const byId = new Map(books.refunds.map(refund => [refund._id, refund]));
  const gone = books.refunds.filter(
    ({ _id, successTime }) => memory.unknown.includes(_id) && isOnDay(day)(successTime),
  );
  for (const { amountFen } of gone) addRefund(ours, amountFen);
  const findings = [
    ...paid.map(row => comparePayment(row, byNo.get(row.number), ours)),
    ...back.map(row => compareRefund(row, byId.get(row.number), byNo.get(row.orderNo), ours)),
    ...gone.map(unknownRefund),
  ].filter(finding => finding !== null);
  return { paid, back, ours, findings };
};

/**
 * The last weeks, compared with the stand-in's bills as the job `reconciliation` would have done: comparing a day again
 * gives the same result.
 */
export const demoReconciliation = (books: Books, now: number) => {
  const newest = newestDay(now);
  const { memory, explained, found, numbers } = disagreements(books, newest);
  const differences: StoredDifference[] = [];
  const add = (
    day: string,
    finding: Omit<Finding, 'isWaiting'>,
    more: Partial<ReconciliationDifference>,
  ) => {
    const { isWaiting: _isWaiting, ...facts } = finding as Finding;
    const difference = recordOf(reconciliationDifferenceEntity, {
      _id: '',
      createTime: billTime(day) + 22_000,
      key: keyOf(day, finding),
      run: 1,
      day,
      dayTime: startOf(day),
      ...facts,
      status: 'open',
      ...more,
    });
    differences.push(difference);
  };
  const compared = (day: string): StoredDay => {
    const { paid, back, ours, findings } = compareDay(books, memory, day);
    const closed = {
      status: 'closed',
      rev: 2,
      note: '门店收银，共用商户号，与线上订单无关',
      closeBy: '管理员',
      closeTime: billTime(day) + 25 * MINUTE,
    } as const;
    for (const finding of findings)
      add(day, finding, finding.number === explained.outTradeNo ? closed : {});
    const isFound = found !== undefined && isOnDay(day)(found.payTime);
    if (isFound)
      add(day, unknownPayment(found), {
        status: 'resolved',
        rev: 2,
        resolution: '重新核对时已一致',
        resolveTime: billTime(day) + 3 * HOUR,
      });
    const isStill = (status: ReconciliationDifference['status']) =>
      differences.filter(one => one.day === day && one.status === status).length;
    const counts = { openCount: isStill('open'), waitingCount: 0, closedCount: isStill('closed') };
    const hasBill = paid.length + back.length > 0;
    const sums = { paidFen: sum(paid), refundedFen: sum(back) };
    const fees = { paid: sum(paid, feeOf), back: sum(back, feeOf) };
    const funds = {
      incomeFen: sums.paidFen + fees.back,
      outgoFen: sums.refundedFen + fees.paid,
      ...sums,
      agrees: true,
    };
    const startTime = billTime(day) + 20_000;
    const finishTime = startTime + 2_000;
    return {
      _id: day,
      ...freshDay(day, null),
      rev: 4,
      createTime: startTime,
      updateTime: finishTime,
      hasBill,
      ...counts,
      ours,
      status: statusOf(counts),
      run: isFound ? 2 : 1,
      others: othersOf(books, day),
      there: { paidCount: paid.length, refundCount: back.length, ...sums },
      feeFen: fees.paid - fees.back,
      funds: hasBill ? funds : null,
      finishTime,
    };
  };
  const reconciliationDays = Array.from({ length: DAYS }, (_unused, at) =>
    compared(dayAfter(newest, at + 1 - DAYS)),
  );
  const rank = ({ number }: StoredDifference) => {
    const at = numbers.indexOf(number);
    return at < 0 ? numbers.length : at;
  };
  differences.sort((a, b) => rank(a) - rank(b));
  differences.forEach((difference, at) => (difference._id = numbered('rcd', at + 1)));
  return {
    collections: { reconciliationDays, reconciliationDifferences: differences },
    memory,
  };
};
