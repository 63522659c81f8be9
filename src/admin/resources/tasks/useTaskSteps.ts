import type { Task } from '#contract/task.ts';
import { isActiveTask, type TaskStatus, taskStatuses } from '#contract/taskStates.ts';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import type { TimelineEvent } from '../../kit/show/Timeline.tsx';
import { useTook } from './TaskFields.tsx';

/** How a task came to its state, the newest first, and how long it stayed in each. */
export const useTaskSteps = ({ history, status }: RecordOf<Task>): TimelineEvent[] => {
  const t = useTexts('resources.tasks');
  const took = useTook();
  const now = useNow();
  return history
    .map(({ time, to, by, reason }, at): TimelineEvent => {
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
    })
    .reverse();
};
