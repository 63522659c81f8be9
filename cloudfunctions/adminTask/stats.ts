import { DAY_MS, timeOfDay } from '#contract/shanghai.ts';
import { taskErrors } from '#contract/task.ts';
import { type TaskStatus, taskStatuses } from '#contract/taskStates.ts';
import { _ } from '../_shared/base/cloud.ts';
import { tasks } from '../_shared/tasks/tasks.ts';

const counted = async <K extends string>(keys: K[], count: (key: K) => Promise<number>) => {
  const counts = await Promise.all(keys.map(count));
  return keys.map((key, at) => [key, counts[at] ?? 0] as const);
};

/** Each figure is a count on an index; all are queried at once. */
export const getTaskStats = async () => {
  const now = Date.now();
  const midnight = now - timeOfDay(now);
  const today = { createTime: _.gte(midnight) };
  const week = { createTime: _.gte(midnight - 6 * DAY_MS) };
  const [byStatus, total, succeeded, failed, errors] = await Promise.all([
    counted(Object.keys(taskStatuses) as TaskStatus[], status => tasks.count({ status })),
    tasks.count(today),
    tasks.count({ status: 'succeeded', ...today }),
    tasks.count({ status: 'failed', ...today }),
    counted(Object.keys(taskErrors), errorCode => tasks.count({ errorCode, ...week })),
  ]);
  return {
    counts: Object.fromEntries(byStatus),
    today: { total, succeeded, failed },
    errors: errors
      .map(([errorCode, count]) => ({ errorCode, count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
  };
};
