import { type TaskStatus, taskStatuses } from '#contract/taskStates.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';

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

/** Tasks that ended without a picture, except those cancelled by the user. */
export const failedTasks: TaskStatus[] = ['failed', 'timeout'];
export const activeTasks: TaskStatus[] = [
  'created',
  'checking',
  'queued',
  'submitting',
  'running',
  'saving',
];
