import { dashboardActions } from '#contract/dashboard.ts';
import { defineFunction } from '../_shared/dispatcher.ts';
import { getRecentActivity } from './activity.ts';
import { getOrderStats, getPrintStats } from './orders.ts';
import { getSummary } from './summary.ts';
import { getTemplateStats } from './templates.ts';
import { getUserStats } from './users.ts';

/** Each action is one wait and reads a few small documents, independent of the age of the service. */
export const main = defineFunction('adminDashboard', dashboardActions, {
  getSummary,
  getTemplateStats,
  getUserStats,
  getOrderStats,
  getRecentActivity,
  GET_PRINT_ORDER_STATS: getPrintStats,
});
