import { DAY_MS, dayOf, timeOfDay } from '#contract/shanghai.ts';
import { taskErrors } from '#contract/task.ts';
import { _ } from '../_shared/base/cloud.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { figuresOf } from '../_shared/counting/counters.ts';
import { tasks } from '../_shared/tasks/tasks.ts';

/** Succeeded tasks whose durations are looked at. */
const MEASURED = 100;

const medianOf = (values: number[]): number | null =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

const errorsSince = async (instant: number) => {
  const codes = Object.keys(taskErrors);
  const counts = await Promise.all(
    codes.map(errorCode => tasks.count({ errorCode, createTime: _.gte(instant) })),
  );
  return codes
    .map((errorCode, at) => ({ errorCode, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
};

/** Each figure is a count on an index of few records, or a small page; all are queried at once. */
export const getTaskStats = async () => {
  const now = Date.now();
  const midnight = now - timeOfDay(now);
  const day = dayOf(now);
  const today = { createTime: _.gte(midnight) };
  const [waiting, working, total, succeeded, failed, figures, { task }, done, errors] =
    await Promise.all([
      tasks.count({ status: 'queued' }),
      tasks.count({ status: _.in(['checking', 'submitting', 'running', 'saving']) }),
      tasks.count(today),
      tasks.count({ status: 'succeeded', ...today }),
      tasks.count({ status: _.in(['failed', 'timeout']), ...today }),
      figuresOf([day]),
      settingsOf('system'),
      tasks.find(
        { status: 'succeeded' },
        {
          sort: [
            ['createTime', 'desc'],
            ['_id', 'desc'],
          ],
          limit: MEASURED,
          fields: ['costSec'],
        },
      ),
      errorsSince(midnight - 6 * DAY_MS),
    ]);
  return {
    waiting,
    working,
    today: { total, succeeded, failed, coins: figures.get(day)?.['coins'] ?? 0 },
    coinPriceFen: task.coinPriceFen,
    medianSec: medianOf(done.map(({ costSec }) => costSec).filter(seconds => seconds > 0)),
    errors,
  };
};
