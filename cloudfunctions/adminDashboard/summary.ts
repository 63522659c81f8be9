import { type Attention, type Period, summaryFigures } from '#contract/dashboard.ts';
import { slaStatuses } from '#contract/printOrder.ts';
import { _ } from '../_shared/cloud.ts';
import { dayAfter, dayOf, readCounters } from '../_shared/counters.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { keysInUse } from '../_shared/tasks/keys.ts';
import { daysOf, periodAnswer, pick, sumOf } from './period.ts';

/** Counts of what is few, each answered by an index alone. */
const attentionNow = async (now: number): Promise<Attention> => {
  const [
    abnormalRefunds,
    failedRefunds,
    refundsAfterVoid,
    failedFulfilments,
    overduePrints,
    printsOnHold,
    keys,
  ] = await Promise.all([
    refunds.count({ status: 'abnormal' }),
    refunds.count({ status: 'request_failed' }),
    refunds.count({ afterVoid: 'moved' }),
    orders.count({ 'fulfil.status': 'failed' }),
    printOrders.count({ status: _.in([...slaStatuses]), slaTime: _.lte(now) }),
    printOrders.count({ status: 'on_hold' }),
    keysInUse(),
  ]);
  return {
    ...{
      abnormalRefunds,
      failedRefunds,
      refundsAfterVoid,
      failedFulfilments,
      overduePrints,
      printsOnHold,
    },
    deadKeys: keys.dead.length,
    lowKeys: keys.low.length,
  };
};

export const getSummary = async (asked: Period) => {
  const now = Date.now();
  const days = daysOf(asked, now);
  const today = dayOf(now);
  const yesterday = dayAfter(today, -1);
  const [{ figures }, attention] = await Promise.all([
    readCounters([...days.previous, ...days.current, yesterday, today]),
    attentionNow(now),
  ]);
  return {
    period: periodAnswer(days),
    current: pick(sumOf(figures, days.current), summaryFigures),
    previous: pick(sumOf(figures, days.previous), summaryFigures),
    today: pick(figures.days.get(today), summaryFigures),
    yesterday: pick(figures.days.get(yesterday), summaryFigures),
    total: pick(figures.total, summaryFigures),
    attention,
  };
};
