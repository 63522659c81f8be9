import { useCallback, useEffect, useRef, useState } from 'react';
import { isActiveTask } from '#contract/taskStates.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import { type Invoke } from '#dataProvider/invoke.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { failureMessage, isMissing } from '../failureMessage.ts';

export type TaskState =
  | { status: 'loading' }
  | {
      status: 'ready';
      task: VisitorTask;
      /** The last question was not answered; what is shown may be old. */
      isStale: boolean;
    }
  | { status: 'gone' }
  | { status: 'failed'; message: string };

/** After this long a task is asked about less often. */
const FIRST_MS = 60_000;
const SLOWER = 3;
const MOST_SETBACKS = 3;

/**
 * The task, asked about until it has ended: regularly while the page is visible, at once when it becomes visible or the
 * network returns.
 */
export const useTask = (invoke: Invoke, id: string) => {
  const { pollMs } = useSystemSettings().task;
  const [state, setState] = useState<TaskState>({ status: 'loading' });
  /** Answers to earlier questions are dropped. */
  const latest = useRef(0);
  const [isOver, setOver] = useState(false);

  const take = useCallback((task: VisitorTask) => {
    latest.current += 1;
    setState({ status: 'ready', task, isStale: false });
    if (!isActiveTask(task.status)) setOver(true);
  }, []);

  useEffect(() => {
    if (isOver) return;
    const since = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let setbacks = 0;
    let asking = false;
    let stopped = false;

    const schedule = () => {
      clearTimeout(timer);
      if (stopped || document.visibilityState === 'hidden') return;
      const pause = Date.now() - since > FIRST_MS ? pollMs * SLOWER : pollMs;
      timer = setTimeout(() => void ask(), pause * 2 ** Math.min(setbacks, MOST_SETBACKS));
    };
    const ask = async () => {
      if (asking || stopped) return;
      asking = true;
      const number = (latest.current += 1);
      const isLate = () => stopped || number !== latest.current;
      try {
        const task = await invoke('appTask', 'getTask', { id });
        setbacks = 0;
        if (!isLate()) take(task);
      } catch (failure) {
        console.error('task not read', failure);
        setbacks += 1;
        if (isMissing(failure) && !isLate()) {
          setState({ status: 'gone' });
          setOver(true);
        } else if (!isLate()) {
          const message = failureMessage(failure);
          setState(last =>
            last.status === 'ready' ? { ...last, isStale: true } : { status: 'failed', message },
          );
        }
      }
      asking = false;
      schedule();
    };

    const now = () => {
      setbacks = 0;
      void ask();
    };
    const onVisibility = () => {
      if (document.visibilityState === 'visible') now();
      else clearTimeout(timer);
    };
    now();
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('online', now);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('online', now);
    };
  }, [invoke, id, pollMs, isOver, take]);

  return { state, take };
};
