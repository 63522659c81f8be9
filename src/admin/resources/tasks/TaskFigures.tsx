import { DAY_MS } from '#contract/shanghai.ts';
import { taskErrorChoices } from '#contract/task.ts';
import { formatCount, formatTotal } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { dayOf, dayStart } from '../../../shared/time.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { ListFigures } from '../../kit/list/ListFigures.tsx';
import { failedTasks } from './taskFilters.ts';

const MOST_REASONS = 3;

/** The queue, today's tasks and what they cost, and why tasks have failed lately. */
export const TaskFigures = () => {
  const { invoke } = useDataProvider();
  const t = useTexts('resources.tasks.figures');
  const from = dayStart(dayOf(useNow()));
  return (
    <ListFigures
      label={t('label')}
      queryKey={['adminTask', 'getTaskStats']}
      queryFn={() => invoke('adminTask', 'getTaskStats', {})}
      figures={({ waiting, working, inReview, today, coinPriceFen, medianSec, errors }) => [
        {
          label: t('waiting'),
          value: formatTotal(waiting),
          to: listPath('tasks', { status: 'queued' }),
        },
        {
          label: t('working'),
          value: formatTotal(working),
          to: listPath('tasks', { status: ['checking', 'submitting', 'running', 'saving'] }),
        },
        {
          label: t('inReview'),
          value: formatTotal(inReview),
          to: listPath('tasks', { inReview: true }),
          warn: inReview > 0,
        },
        {
          label: t('today'),
          value: formatCount(today.total),
          to: listPath('tasks', { createTime: { from } }),
        },
        {
          label: t('failedToday'),
          value: formatCount(today.failed),
          to: listPath('tasks', { status: failedTasks, createTime: { from } }),
          warn: today.failed > 0,
        },
        ...(medianSec === null
          ? []
          : [{ label: t('median'), value: t('seconds', { count: Math.round(medianSec) }) }]),
        {
          label: t('cost'),
          value:
            coinPriceFen > 0
              ? formatYuan(Math.round((today.coins * coinPriceFen) / 1_000))
              : t('coins', { count: formatCount(today.coins) }),
        },
        ...errors.slice(0, MOST_REASONS).map(({ errorCode, count: times }) => ({
          label: t('lately', { reason: taskErrorChoices[errorCode]?.label ?? errorCode }),
          value: t('times', { count: formatCount(times) }),
          to: listPath('tasks', { errorCode, createTime: { from: from - 6 * DAY_MS } }),
        })),
      ]}
    />
  );
};
