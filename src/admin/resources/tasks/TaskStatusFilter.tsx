import { taskStatuses } from '#contract/taskStates.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { activeTasks, failedTasks } from './taskFilters.ts';

/** By state, or by what several states have in common. */
export const TaskStatusFilter = () => {
  const t = useTexts('resources.tasks.groups');
  const groups = {
    [String(failedTasks)]: { label: t('failed') },
    [String(activeTasks)]: { label: t('active') },
    succeeded: taskStatuses.succeeded,
    failed: taskStatuses.failed,
    timeout: taskStatuses.timeout,
    cancelled: taskStatuses.cancelled,
  };
  return (
    <ChoiceFilter
      source="status"
      choices={groups}
      parse={value => (value.includes(',') ? value.split(',') : value)}
    />
  );
};
