import { type Period, userFigureNames } from '#contract/dashboard.ts';
import type { User } from '#contract/user.ts';
import { readCounters } from '../_shared/counters.ts';
import { repository } from '../_shared/repository.ts';
import { daysOf, figuresOver } from './period.ts';

const users = repository<User>('users');

/** Disabled and deleted users are few and counted; the rest comes from the counters. */
export const getUserStats = async (asked: Period) => {
  const days = daysOf(asked, Date.now());
  const [{ figures }, disabled, deleted] = await Promise.all([
    readCounters([...days.previous, ...days.current]),
    users.count({ status: 'disabled' }),
    users.count({ status: 'deleted' }),
  ]);
  const total = figures.total['newUsers'] ?? 0;
  return {
    ...figuresOver(figures, days, userFigureNames),
    total,
    statuses: { normal: Math.max(0, total - disabled - deleted), disabled, deleted },
  };
};
