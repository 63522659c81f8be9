import { MAX_BADGE } from '#contract/constants.ts';
import { type Attention, type Period, summaryFigures } from '#contract/dashboard.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import { approvals } from '../_shared/approvals/records.ts';
import { _ } from '../_shared/base/cloud.ts';
import { countEach } from '../_shared/base/listing.ts';
import { readCounters, sumOf } from '../_shared/counting/counters.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { differences, reconciliationDays } from '../_shared/reconciliation/records.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { keysInUse } from '../_shared/tasks/keys.ts';
import { templateQuery } from '../_shared/tasks/service.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { templates } from '../_shared/templates/records.ts';
import { feedback } from '../_shared/users/feedback.ts';
import { daysOf, periodAnswer, pick } from './period.ts';

/** Each counted on an index, up to `MAX_BADGE`. */
const fewNow = (now: number) => ({
  waitingApprovals: approvals.count({ status: 'waiting' }, MAX_BADGE),
  refundsAfterVoid: refunds.count({ afterVoid: 'moved' }, MAX_BADGE),
  failedFulfilments: orders.count({ 'fulfil.status': 'failed' }, MAX_BADGE),
  overduePrints: printOrders.count(
    { status: _.in([...slaStatuses]), slaTime: _.lte(now) },
    MAX_BADGE,
  ),
  printsOnHold: printOrders.count({ status: 'on_hold' }, MAX_BADGE),
  maybeChargedTasks: tasks.count({ maybeCharged: true }, MAX_BADGE),
  tasksInReview: tasks.count({ inReview: true }, MAX_BADGE),
  openFeedback: feedback.count({ status: 'open' }, MAX_BADGE),
  openDifferences: differences.count({ status: 'open' }, MAX_BADGE),
  failedReconciliations: reconciliationDays.count({ status: 'failed' }, MAX_BADGE),
});

const attentionNow = async (now: number): Promise<Attention> => {
  const few = fewNow(now);
  const names = Object.keys(few) as (keyof typeof few)[];
  const [keys, refundCounts, ...counts] = await Promise.all([
    keysNow(),
    countEach(refunds, {}, 'status', ['abnormal', 'request_failed']),
    ...Object.values(few),
  ]);
  const counted = Object.fromEntries(names.map((name, at) => [name, counts[at]]));
  return {
    ...(counted as Record<keyof typeof few, number>),
    ...keys,
    abnormalRefunds: refundCounts.abnormal,
    failedRefunds: refundCounts.request_failed,
  };
};

/** Suspended templates are counted once the usable pools are known. */
const keysNow = async () => {
  const { dead, low, usable } = await keysInUse();
  const suspendedTemplates = await templates.count(
    templateQuery({ suspended: true }, usable),
    MAX_BADGE,
  );
  return { deadKeys: dead.length, lowKeys: low.length, suspendedTemplates };
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
    today: pick(sumOf(figures, [today]), summaryFigures),
    yesterday: pick(sumOf(figures, [yesterday]), summaryFigures),
    total: pick(figures.total, summaryFigures),
    attention,
  };
};
