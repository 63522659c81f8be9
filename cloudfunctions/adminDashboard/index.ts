import { dashboardActions, type Period, userFigureNames } from '#contract/dashboard.ts';
import type { User } from '#contract/user.ts';
import { _ } from '../_shared/base/cloud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { countEach } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { readCounters } from '../_shared/counting/counters.ts';
import { getRecentActivity } from './activity.ts';
import { getEngine, getTemplateFigures, getTemplateRuns } from './engine.ts';
import { getOrderStats, getPrintStats } from './orders.ts';
import { daysOf, figuresOver } from './period.ts';
import { getSummary } from './summary.ts';
import { getTemplateStats } from './templates.ts';

const users = repository<User>('users');

/** Disabled and deleted users are few and counted; the rest comes from the counters. */
const getUserStats = async (asked: Period) => {
  const days = daysOf(asked, Date.now());
  const [{ figures }, counts] = await Promise.all([
    readCounters([...days.previous, ...days.current]),
    countEach(users, { status: _.in(['disabled', 'deleted']) }, 'status'),
  ]);
  const [disabled, deleted] = [counts.get('disabled') ?? 0, counts.get('deleted') ?? 0];
  const total = figures.total['newUsers'] ?? 0;
  return {
    ...figuresOver(figures, days, userFigureNames),
    total,
    statuses: { normal: Math.max(0, total - disabled - deleted), disabled, deleted },
  };
};

/** Each action is one wait and reads a few small documents, independent of the age of the service. */
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
