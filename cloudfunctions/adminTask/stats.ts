import { DAY_MS, dayOf, timeOfDay } from '#contract/shanghai.ts';
import { type TaskErrorCode, taskErrors } from '#contract/task.ts';
import { _ } from '../_shared/base/cloud.ts';
import { sortedBy } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { type Figures, figuresOf } from '../_shared/counting/counters.ts';
import type { Figure } from '../_shared/counting/figures.ts';
import { tasks } from '../_shared/tasks/tasks.ts';

/** Succeeded tasks whose durations are looked at. */
const MEASURED = 100;
/** As many kinds of errors are listed. */
const DAYS = 7;
const workingStatuses = ['checking', 'submitting', 'running', 'saving'] as const;

const medianOf = (values: number[]): number | null =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

const errorsOf = (days: Figures[]) =>
  (Object.keys(taskErrors) as TaskErrorCode[])
    .map(errorCode => ({
      errorCode,
      count: days.reduce((sum, figures) => sum + (figures[`tasks_${errorCode}`] ?? 0), 0),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);

/** From the counters, but what is under way, and how long the last ones took; all is queried at once. */
export const getTaskStats = async () => {
  const now = Date.now();
  const days = Array.from({ length: DAYS }, (_day, at) => dayOf(now - at * DAY_MS));
  const [waiting, working, inReview, begun, byDay, { task }, done] = await Promise.all([
    tasks.count({ status: 'queued' }),
    tasks.count({ status: _.in([...workingStatuses]) }),
    tasks.count({ inReview: true }),
    tasks.count({
      status: _.in(['queued', ...workingStatuses]),
      createTime: _.gte(now - timeOfDay(now)),
    }),
    figuresOf(days),
    settingsOf('system'),
    tasks.find(
      { status: 'succeeded' },
      {
        sort: sortedBy('desc', 'createTime', '_id'),
        limit: MEASURED,
        fields: ['costSec'],
      },
    ),
  ]);
  const figures = days.map(day => byDay.get(day) ?? {});
  const of = (figure: Figure) => figures[0]?.[figure] ?? 0;
  return {
    waiting,
    working,
    inReview,
    today: {
      total: of('tasks') + begun,
      succeeded: of('succeededTasks'),
      failed: of('failedTasks'),
      coins: of('coins'),
    },
    coinPriceFen: task.coinPriceFen,
    medianSec: medianOf(done.map(({ costSec }) => costSec).filter(seconds => seconds > 0)),
    errors: errorsOf(figures),
  };
};
