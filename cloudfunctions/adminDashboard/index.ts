import {
  countedStates,
  dashboardActions,
  type Period,
  userFigureNames,
} from '#contract/dashboard.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { countEach } from '../_shared/base/listing.ts';
import { readCounters } from '../_shared/counting/counters.ts';
import { users } from '../_shared/users/ledger.ts';
import { getRecentActivity } from './activity.ts';
import { getEngine, getTemplateFigures, getTemplateRuns } from './engine.ts';
import { getOrderStats, getPrintStats } from './orders.ts';
import { daysOf, figuresOver, remainder } from './period.ts';
import { getSummary } from './summary.ts';
import { getTemplateStats } from './templates.ts';

/** Disabled and deleted users are few and counted; the rest comes from the counters. */
const { states, most } = countedStates.users;

const getUserStats = async (asked: Period) => {
  const days = daysOf(asked, Date.now());
  const [{ figures }, counts] = await Promise.all([
    readCounters(days.current),
    countEach(users, {}, 'status', states, most),
  ]);
  const total = figures.total['newUsers'] ?? 0;
  return {
    ...figuresOver(figures, days, userFigureNames),
    total,
    statuses: { ...counts, normal: remainder(total, Object.values(counts), most) },
  };
};

/** Each action makes one database round trip and reads a few small documents, independent of the age of the service. */
export const main = defineFunction('adminDashboard', dashboardActions, {
  getSummary,
  getTemplateStats,
  getEngine,
  getTemplateRuns,
  getTemplateFigures,
  getUserStats,
  getOrderStats,
  getRecentActivity,
  GET_PRINT_ORDER_STATS: getPrintStats,
});
