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
import { HOUR, MINUTE, numbered, stamped } from './record.ts';

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

const isPaidThere = ({ payChannel, payTime }: StoredOrder) =>
  payChannel === 'wxpay' && payTime !== null;

const unrefunded = {
  state: 'SUCCESS',
  notifyUrl: '',
  refundedFen: 0,
  refundCount: 0,
  lastRefundTime: 0,
} as const;

/** As the gateway has it. */
const tradeOf = (order: StoredOrder, successTime: number, totalFen: number): Trade => ({
  ...unrefunded,
  outTradeNo: order.orderNo,
  totalFen,
  openid: order.openid,
  successTime,
  transactionId: order.transactionId || `42000${order.orderNo}`,
});

/** Paid at the counter of a shop that has the same merchant number: no order of ours. */
const shopTrade = (day: string, at: number, totalFen: number): Trade => ({
  ...unrefunded,
  outTradeNo: `SHOP${day}${String(at).padStart(4, '0')}`,
  totalFen,
  transactionId: `42000${day}${String(at).padStart(14, '0')}`,
  openid: '',
  successTime: startOf(day) + 11 * HOUR + at * MINUTE,
});

/** Not around midnight, where a day's books depend on the next one's. */
const isInTheDay = (time: number) => {
  const hour = (time - startOf(dayOf(time))) / HOUR;
  return hour > 2 && hour < 22;
};

/** The first that fits, on the day so many days before the newest one or, failing that, on an earlier one. */
const pick = <T>(
  items: T[],
  timeOf: (item: T) => number | null,
  newest: string,
  daysBefore: number,
): T | undefined => {
  const latest = startOf(dayAfter(newest, 1 - daysBefore));
  const earliest = startOf(dayAfter(newest, 2 - DAYS));
  return items
    .filter(item => {
      const time = timeOf(item);
      return time !== null && time < latest && time >= earliest && isInTheDay(time);
    })
    .sort((a, b) => (timeOf(b) ?? 0) - (timeOf(a) ?? 0))[0];
};

/** Differences between the gateway and the records on a few days of the last weeks. */
const disagreements = ({ orders, refunds }: Books, newest: string) => {
  const own = orders.filter(({ _id, payChannel }) => _id >= FIRST_ORDER && payChannel === 'wxpay');
  const bought = own.filter(
    ({ status, type, refundCount }) =>
      status === 'completed' && type === 'package' && refundCount === 0,
  );
  const missed = pick(
    own.filter(({ status }) => status === 'closed'),
    ({ createTime }) => createTime,
    newest,
    1,
  );
  const other = pick(bought, ({ payTime }) => payTime, newest, 5);
  const refund = pick(
    refunds.filter(
      ({ _id, status, payChannel }) =>
        _id >= FIRST_REFUND && status === 'success' && payChannel === 'wxpay',
    ),
    ({ successTime }) => successTime,
    newest,
    3,
  );
  const open = shopTrade(dayAfter(newest, -2), 7, 3_800);
  const explained = shopTrade(dayAfter(newest, -9), 31, 12_800);
  const memory: GatewayMemory = {
    trades: [
      open,
      explained,
      ...(missed ? [tradeOf(missed, missed.createTime + 4 * MINUTE, missed.payFen)] : []),
      ...(other ? [tradeOf(other, other.payTime ?? 0, other.payFen - 100)] : []),
    ],
    unknown: refund ? [refund._id] : [],
  };
  const found = pick(
    bought.filter(order => order !== other),
    ({ payTime }) => payTime,
    newest,
    13,
  );
  return { memory, explained, found, ids: [open, missed, other].map(one => numberIn(one)) };
};

const numberIn = (one: Trade | StoredOrder | undefined) =>
  one === undefined ? '' : 'outTradeNo' in one ? one.outTradeNo : one.orderNo;

/** To the second, as a bill tells it. */
const toSecond = (time: number) => Math.floor(time / 1_000) * 1_000;

const isOnDay = (day: string) => (time: number | null | undefined) =>
  time != null && dayOf(time) === day;

const moving = ['processing', 'success', 'abnormal'];

/** What the gateway's bill of a day names. */
const billOf = ({ orders, refunds }: Books, { trades, unknown }: GatewayMemory, day: string) => {
  const isOn = isOnDay(day);
  const remembered = new Set(trades.map(({ outTradeNo }) => outTradeNo));
  const paid: BillRow[] = [
    ...orders
      .filter(order => isPaidThere(order) && isOn(order.payTime) && !remembered.has(order.orderNo))
      .map(order => tradeOf(order, order.payTime ?? 0, order.payFen)),
    ...trades.filter(({ successTime }) => isOn(successTime)),
  ].map(({ outTradeNo, transactionId, totalFen, successTime }) => ({
    of: 'payment',
    number: outTradeNo,
    orderNo: outTradeNo,
    gatewayNo: transactionId,
    amountFen: totalFen,
    time: toSecond(successTime ?? 0),
  }));
  const back: BillRow[] = refunds
    .filter(
      ({ _id, createTime, payChannel, refundId, status }) =>
        isOn(createTime) &&
        payChannel === 'wxpay' &&
        refundId !== '' &&
        moving.includes(status) &&
        !unknown.includes(_id),
    )
    .map(({ _id, orderNo, refundId, amountFen, createTime }) => ({
      of: 'refund',
      number: _id,
      orderNo,
      gatewayNo: refundId,
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
    ...gone.map((refund): Finding => ({ ...unknownRefund(refund), isWaiting: false })),
  ].filter(finding => finding !== null);
  return { paid, back, ours, findings };
};

/**
 * The last weeks, compared with the stand-in's bills as the job `reconciliation` would have done: comparing a day again
 * gives the same result.
 */
export const demoReconciliation = (books: Books, now: number) => {
  const newest = newestDay(now);
  const { memory, explained, found, ids } = disagreements(books, newest);
  const differences: StoredDifference[] = [];
  const add = (day: string, finding: Finding, more: Partial<ReconciliationDifference> = {}) => {
    const { isWaiting: _isWaiting, ...facts } = finding;
    const time = billTime(day) + 22_000;
    differences.push({
      ...reconciliationDifferenceEntity.blank(),
      _id: '',
      ...stamped(time),
      key: keyOf(day, finding),
      run: 1,
      day,
      dayTime: startOf(day),
      ...facts,
      status: 'open',
      ...more,
    });
  };
  const days: StoredDay[] = Array.from({ length: DAYS }, (_unused, at) => {
    const day = dayAfter(newest, at + 1 - DAYS);
    const { paid, back, ours, findings } = compareDay(books, memory, day);
    for (const finding of findings)
      add(
        day,
        finding,
        finding.number === explained.outTradeNo
          ? {
              status: 'closed',
              rev: 2,
              note: '门店收银，共用商户号，与线上订单无关',
              closeBy: '管理员',
              closeTime: billTime(day) + 25 * MINUTE,
            }
          : {},
      );
    const isFound = isOnDay(day)(found?.payTime);
    if (found && isFound)
      add(
        day,
        { ...unknownPayment(found), isWaiting: false },
        {
          status: 'resolved',
          rev: 2,
          resolution: '重新核对时已一致',
          resolveTime: billTime(day) + 3 * HOUR,
        },
      );
    const isStill = (status: ReconciliationDifference['status']) =>
      differences.filter(one => one.day === day && one.status === status).length;
    const counts = { openCount: isStill('open'), waitingCount: 0, closedCount: isStill('closed') };
    const hasBill = paid.length + back.length > 0;
    const paidFen = sum(paid);
    const refundedFen = sum(back);
    const time = billTime(day) + 20_000;
    return {
      _id: day,
      ...freshDay(day, null),
      rev: 4,
      createTime: time,
      updateTime: time + 2_000,
      hasBill,
      ...counts,
      ours,
      status: statusOf(counts),
      run: isFound ? 2 : 1,
      others: othersOf(books, day),
      there: { paidCount: paid.length, paidFen, refundCount: back.length, refundedFen },
      feeFen: sum(paid, feeOf) - sum(back, feeOf),
      funds: hasBill
        ? {
            incomeFen: paidFen + sum(back, feeOf),
            outgoFen: refundedFen + sum(paid, feeOf),
            paidFen,
            refundedFen,
            agrees: true,
          }
        : null,
      startTime: time,
      finishTime: time + 2_000,
    };
  });
  const rank = ({ number }: StoredDifference) => {
    const at = ids.indexOf(number);
    return at < 0 ? ids.length : at;
  };
  differences.sort((a, b) => rank(a) - rank(b));
  differences.forEach((difference, at) => (difference._id = numbered('rcd', at + 1)));
  return {
    collections: { reconciliationDays: days, reconciliationDifferences: differences },
    memory,
  };
};
