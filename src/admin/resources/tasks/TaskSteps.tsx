import { type Task } from '#contract/task.ts';
import { isActiveTask, type TaskStatus, taskStatuses } from '#contract/taskStates.ts';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { useTook } from './useTook.ts';

/** How a task came to its state, and how long it stayed in each. */
export const TaskSteps = ({ task: { history, status } }: { task: RecordOf<Task> }) => {
  const t = useTexts('resources.tasks');
  const took = useTook();
  const now = useNow();
  if (history.length === 0) return <Quiet small>{t('noSteps')}</Quiet>;
  const events = history.map(({ time, to, by, reason }, at) => {
    const state = taskStatuses[to as TaskStatus];
    const until = history[at + 1]?.time ?? (isActiveTask(status) ? Math.max(now, time) : null);
    const stayed = until !== null && t('stayed', { time: took(until - time) });
    return {
      time,
      title: state?.label ?? to,
      tone: state?.tone ?? 'neutral',
      by,
      note: [reason, stayed].filter(Boolean).join(' · '),
    };
  });
  // Steps of one millisecond keep their order.
  return <Timeline exact events={events.reverse()} />;
};
