import { type Period, summaryFigures } from '#contract/dashboard.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import { readCounters, sumOf } from '../_shared/counting/counters.ts';
import { daysOf, periodsOf, pick } from './period.ts';

export const getSummary = async (asked: Period) => {
  const now = Date.now();
  const days = daysOf(asked, now);
  const today = dayOf(now);
  const yesterday = dayAfter(today, -1);
  const { figures } = await readCounters([...days.all, yesterday, today]);
  return {
    ...periodsOf(days),
    current: pick(sumOf(figures, days.current), summaryFigures),
    previous: pick(sumOf(figures, days.previous), summaryFigures),
    today: pick(sumOf(figures, [today]), summaryFigures),
    yesterday: pick(sumOf(figures, [yesterday]), summaryFigures),
    total: pick(figures.total, summaryFigures),
  };
};
