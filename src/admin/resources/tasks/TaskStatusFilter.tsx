import { useTranslate } from 'react-admin';
import { taskStatuses } from '#contract/taskStates.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { activeTasks, failedTasks } from './taskFilters.ts';

/** By state, or by what several states have in common. */
export const TaskStatusFilter = () => {
  const translate = useTranslate();
  const groups = {
    [String(failedTasks)]: { label: translate('resources.tasks.groups.failed') },
    [String(activeTasks)]: { label: translate('resources.tasks.groups.active') },
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
