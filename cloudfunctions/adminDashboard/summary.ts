import { type Attention, type Period, summaryFigures } from '#contract/dashboard.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import type { Template } from '#contract/template.ts';
import { _ } from '../_shared/base/cloud.ts';
import { countEach } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { readCounters, sumOf } from '../_shared/counting/counters.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { differences, reconciliationDays } from '../_shared/reconciliation/records.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { keysInUse } from '../_shared/tasks/keys.ts';
import { templateQuery } from '../_shared/tasks/service.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { feedback } from '../_shared/users/feedback.ts';
import { daysOf, periodAnswer, pick } from './period.ts';

const templates = repository<Template>('templates');

/** Counts of small numbers, each answered by an index alone. */
const fewNow = (now: number) => ({
  refundsAfterVoid: refunds.count({ afterVoid: 'moved' }),
  failedFulfilments: orders.count({ 'fulfil.status': 'failed' }),
  overduePrints: printOrders.count({ status: _.in([...slaStatuses]), slaTime: _.lte(now) }),
  printsOnHold: printOrders.count({ status: 'on_hold' }),
  maybeChargedTasks: tasks.count({ maybeCharged: true }),
  openFeedback: feedback.count({ status: 'open' }),
  openDifferences: differences.count({ status: 'open' }),
  failedReconciliations: reconciliationDays.count({ status: 'failed' }),
});

const attentionNow = async (now: number): Promise<Attention> => {
  const few = fewNow(now);
  const names = Object.keys(few) as (keyof typeof few)[];
  const unusual = { status: _.in(['abnormal', 'request_failed']) };
  const [keys, refundCounts, ...counts] = await Promise.all([
    keysNow(),
    countEach(refunds, unusual, 'status'),
    ...Object.values(few),
  ]);
  const counted = Object.fromEntries(names.map((name, at) => [name, counts[at]]));
  return {
    ...(counted as Record<keyof typeof few, number>),
    ...keys,
    abnormalRefunds: refundCounts.get('abnormal') ?? 0,
    failedRefunds: refundCounts.get('request_failed') ?? 0,
  };
};

/** Suspended templates are counted once the usable pools are known. */
const keysNow = async () => {
  const { dead, low, usable } = await keysInUse();
  const suspendedTemplates = await templates.count(templateQuery({ suspended: true }, usable));
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
