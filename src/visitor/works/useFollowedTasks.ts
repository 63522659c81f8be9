import { useEffect } from 'react';
import { isActiveTask } from '#contract/taskStates.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import type { TaskLists } from '../taskLists.ts';

/** After failures the service is asked less often, up to this. */
const MOST_PAUSE_MS = 60_000;

/** Asks about the tasks that are being made until all have ended; not while the page is hidden. */
export const useFollowedTasks = (
  invoke: Invoke,
  lists: TaskLists,
  tasks: readonly VisitorTask[],
) => {
  const { pollMs } = useSystemSettings().task;
  const active = tasks
    .filter(({ status }) => isActiveTask(status))
    .map(({ _id }) => _id)
    .join();

  useEffect(() => {
    if (!active) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pause = pollMs;

    const ask = async () => {
      const answers = await Promise.allSettled(
        active.split(',').map(id => invoke('appTask', 'getTask', { id })),
      );
      if (left) return;
      const failed = answers.some(({ status }) => status === 'rejected');
      pause = failed ? Math.min(pause * 2, MOST_PAUSE_MS) : pollMs;
      lists.put(answers.flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])));
      wait();
    };
    const wait = () => {
      clearTimeout(timer);
      if (!left && document.visibilityState === 'visible')
        timer = setTimeout(() => void ask(), pause);
    };
    /** Back after a while: asked at once. */
    const look = () => {
      if (document.visibilityState !== 'visible') return clearTimeout(timer);
      pause = pollMs;
      clearTimeout(timer);
      timer = setTimeout(() => void ask());
    };

    wait();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      left = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [invoke, lists, active, pollMs]);
};
