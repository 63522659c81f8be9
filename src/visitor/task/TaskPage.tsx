import { useEffect, useRef, useCallback, useState } from 'react';
import { isActiveTask } from '#contract/taskStates.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { task as texts } from '#i18n/zh/visitor/task.ts';
import { taskStates } from '#i18n/zh/visitor/taskStates.ts';
import { formatYuan } from '../../shared/money.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { exactMinute } from '../../shared/time.ts';
import { BackButton } from '../BackButton.tsx';
import { Fact } from '../Fact.tsx';
import { Failure } from '../Failure.tsx';
import { failureMessage, isMissing } from '../failureMessage.ts';
import { FeedbackButton } from '../FeedbackButton.tsx';
import { Link } from '../Link.tsx';
import { templateAddress } from '../location.ts';
import { EmptyNotice } from '../Notice.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { makeAgain } from './makeAgain.ts';
import { TaskResults } from './TaskResults.tsx';
import { WaitingTask } from './WaitingTask.tsx';
import '../fields.css';
import './task.css';

type TaskState =
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
const useTask = (invoke: Invoke, id: string) => {
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

/** Its pictures were erased, by the visitor or because their time was over. */
const isErased = ({ status, erasedTime, outputs }: VisitorTask) =>
  status === 'succeeded' && (erasedTime !== null || outputs.length === 0);

const headingOf = (task: VisitorTask) =>
  taskStates[
    isErased(task)
      ? task.removed.length > 0
        ? 'removed'
        : 'erased'
      : task.inReview
        ? 'inReview'
        : task.status
  ];

/** A task of the visitor: while it waits and runs, and what came of it. */
export const TaskPage = ({ invoke, id }: { invoke: Invoke; id: string }) => {
  const { state, take } = useTask(invoke, id);
  const page = useRef<HTMLDivElement>(null);
  const task = state.status === 'ready' ? state.task : null;

  usePageTitle(task ? `${headingOf(task)} · ${task.templateName}` : '');
  useEffect(() => {
    // The frame had no heading to focus while this page was loading.
    const focused = document.activeElement;
    if (focused !== document.body && focused?.tagName !== 'MAIN') return;
    page.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [state.status]);

  return (
    <div ref={page}>
      <BackButton />
      {state.status === 'loading' && (
        <PageSkeleton className="task" block="task-skeleton" words={texts.opening} />
      )}
      {state.status === 'gone' && (
        <EmptyNotice isPage title={texts.notFound}>
          {texts.notFoundHint}
        </EmptyNotice>
      )}
      {state.status === 'failed' && <Failure message={state.message} />}
      {task && (
        <article className="task">
          <div className="task-head">
            <h1 tabIndex={-1}>{headingOf(task)}</h1>
            <p className="visually-hidden" role="status">
              {headingOf(task)}
            </p>
            <p className="hint">{task.templateName}</p>
          </div>
          {isActiveTask(task.status) ? (
            <WaitingTask
              invoke={invoke}
              task={task}
              isStale={state.status === 'ready' && state.isStale}
              onTask={take}
            />
          ) : task.status === 'succeeded' && !isErased(task) ? (
            <>
              <RemovedNotes task={task} />
              <TaskResults invoke={invoke} task={task} onTask={take} />
            </>
          ) : (
            <EndedTask invoke={invoke} task={task} />
          )}
          <Facts task={task} />
        </article>
      )}
    </div>
  );
};

const Facts = ({ task }: { task: VisitorTask }) => (
  <dl className="task-facts">
    <Fact name={texts.madeWith}>
      <Link className="link" href={templateAddress(task.templateId)}>
        {task.templateName}
      </Link>
    </Fact>
    <Fact name={texts.startedAt}>{exactMinute(task.createTime)}</Fact>
    <Fact name={texts.taskNo}>{task.taskNo}</Fact>
  </dl>
);

/** Why support has taken pictures of it away. */
const RemovedNotes = ({ task, otherwise }: { task: VisitorTask; otherwise?: string }) => {
  if (task.removed.length === 0) return otherwise ? <p>{otherwise}</p> : null;
  const notes = new Set(task.removed.map(({ userNote }) => userNote));
  return [...notes].map(note => (
    <p key={note} className="ended-reason">
      {texts.removed(note)}
    </p>
  ));
};

/** A task without pictures: failed, withdrawn, or erased since. */
const EndedTask = ({ invoke, task }: { invoke: Invoke; task: VisitorTask }) => {
  const { status, errorText, userNote, costCredits, isRefunded, paidFen } = task;
  const reason = status === 'cancelled' ? userNote : errorText;
  const isErased = status === 'succeeded';
  return (
    <div className="ended-task">
      {isErased ? (
        <RemovedNotes task={task} otherwise={texts.erasedHint} />
      ) : (
        <>
          {reason && <p className="ended-reason">{reason}</p>}
          {paidFen > 0 && <p>{texts.moneyBack(formatYuan(paidFen))}</p>}
          {costCredits === 0 && paidFen === 0 && <p>{texts.nothingTaken}</p>}
          {costCredits > 0 && isRefunded && <p>{texts.creditsBack(costCredits)}</p>}
          <p className="hint">{texts.changeAndRetry}</p>
        </>
      )}
      <div className="task-actions">
        <button type="button" className="button button-accent" onClick={() => makeAgain(task)}>
          {texts.retry}
        </button>
        <FeedbackButton invoke={invoke} taskId={task._id} className="button">
          {texts.feedback}
        </FeedbackButton>
      </div>
    </div>
  );
};
