import './works.css';
import { useEffect, useRef, useState } from 'react';
import { isActiveTask } from '#contract/taskStates.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorWorks as words } from '#i18n/zh/visitorWorks.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Failure } from '../Failure.tsx';
import { failureMessage } from '../failureMessage.ts';
import { Link } from '../Link.tsx';
import { ListEnd, useReadAhead } from '../ListEnd.tsx';
import { type TaskGroup, worksAddress } from '../location.ts';
import { EmptyNotice } from '../Notice.tsx';
import type { TaskLists } from '../taskLists.ts';
import { usePagedList } from '../usePagedList.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { WorkCard, WorkCardSkeleton } from './WorkCard.tsx';

export interface WorksPageProps {
  invoke: Invoke;
  lists: TaskLists;
  group: TaskGroup;
}

export const WorksPage = ({ invoke, lists, group }: WorksPageProps) => {
  usePageTitle(words.title);
  const { retention } = useSystemSettings();
  const list = lists.of(group);
  const { state, retry } = usePagedList(list);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const [done, setDone] = useState('');
  useFollowedTasks(invoke, lists, state.items);

  const [shownGroup, setShownGroup] = useState(group);
  if (group !== shownGroup) {
    setShownGroup(group);
    setChosen(null);
    setDone('');
  }

  const ended = state.items.filter(({ status }) => !isActiveTask(status));
  const works = ended.filter(({ _id }) => chosen?.has(_id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const close = (message: string) => {
    setDeleting(false);
    if (!message) return;
    setDone(message);
    setChosen(null);
    list.open();
  };

  return (
    <>
      <div className="works-head">
        <div>
          <h1 tabIndex={-1}>{words.title}</h1>
          <p>{words.intro(retention.resultDays)}</p>
        </div>
        {ended.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setChosen(chosen ? null : new Set());
              setDone('');
            }}
          >
            {chosen ? words.cancel : words.select}
          </button>
        )}
      </div>
      <GroupTabs group={group} />
      <p className="works-done" role="status">
        {done}
      </p>
      <Works state={state} group={group} chosen={chosen} onToggle={toggle} />
      {state.status === 'failed' && <Failure message={state.message} onRetry={retry} />}
      {state.items.length > 0 && (
        <ListEnd state={state} list={list} found={words.found(state.items.length)} />
      )}
      <ReadAhead state={state} onMore={list.loadMore} />
      {chosen && (
        <div className="selection-bar" role="group" aria-label={words.select}>
          <span role="status">{words.selected(works.length)}</span>
          <button
            type="button"
            className="button"
            onClick={() =>
              setChosen(new Set(works.length < ended.length ? ended.map(({ _id }) => _id) : []))
            }
          >
            {works.length < ended.length ? words.selectAll : words.selectNone}
          </button>
          <button
            type="button"
            className="button button-danger"
            disabled={works.length === 0}
            onClick={() => setDeleting(true)}
          >
            {words.delete}
          </button>
        </div>
      )}
      {isDeleting && (
        <DeleteWorksDialog invoke={invoke} works={works} onDeleted={lists.remove} onClose={close} />
      )}
    </>
  );
};

const GroupTabs = ({ group }: { group: TaskGroup }) => (
  <nav className="tabs" aria-label={words.filter}>
    {(Object.entries(words.groups) as [TaskGroup, string][]).map(([one, label]) => (
      <Link key={one} href={worksAddress(one)} aria-current={one === group ? 'true' : undefined}>
        {label}
      </Link>
    ))}
  </nav>
);

type State = ReturnType<ReturnType<TaskLists['of']>['state']>;

interface WorksProps {
  state: State;
  group: TaskGroup;
  /** Null while nothing is being selected. */
  chosen: ReadonlySet<string> | null;
  onToggle: (id: string) => void;
}

const Works = ({ state: { status, items }, group, chosen, onToggle }: WorksProps) => {
  if (status === 'failed') return null;
  if (status === 'ready' && items.length === 0) return <NoWorks group={group} />;
  return (
    <ul className="grid" aria-label={words.list} aria-busy={status === 'loading'}>
      {status === 'loading' && <Placeholders />}
      {items.map((task: VisitorTask) => (
        <li key={task._id}>
          <WorkCard
            task={task}
            {...(chosen && {
              selection: { isChosen: chosen.has(task._id), onToggle: () => onToggle(task._id) },
            })}
          />
        </li>
      ))}
    </ul>
  );
};

const Placeholders = () => (
  <>
    <li className="visually-hidden" role="status">
      {visitor.loading}
    </li>
    {Array.from({ length: 6 }, (_, at) => (
      <li key={at} aria-hidden="true">
        <WorkCardSkeleton />
      </li>
    ))}
  </>
);

const ReadAhead = ({ state, onMore }: { state: State; onMore: () => void }) => {
  const mark = useRef<HTMLSpanElement>(null);
  useReadAhead(mark, state, onMore);
  return <span ref={mark} />;
};

const NoWorks = ({ group }: { group: TaskGroup }) =>
  group ? (
    <EmptyNotice title={words.noneInGroup[group]} href={worksAddress()} action={words.showAll} />
  ) : (
    <EmptyNotice title={words.none} action={words.browse}>
      {words.noneHint}
    </EmptyNotice>
  );

/** The server takes as many at once. */
const BATCH = 50;

interface DeleteWorksDialogProps {
  invoke: Invoke;
  works: readonly VisitorTask[];
  onDeleted: (ids: readonly string[]) => void;
  /** @param message what was done; '' for nothing */
  onClose: (message: string) => void;
}

const DeleteWorksDialog = (props: DeleteWorksDialogProps) => {
  const { invoke, onDeleted, onClose } = props;
  const [works] = useState(props.works);
  const asked = works.map(({ _id }) => _id);
  const gone = useRef<readonly string[]>([]);

  const erase = async () => {
    const left = asked.filter(id => !gone.current.includes(id));
    for (let at = 0; at < left.length; at += BATCH) {
      const batch = left.slice(at, at + BATCH);
      const { deleted } = await invoke('appTask', 'deleteTasks', { ids: batch });
      gone.current = [...gone.current, ...deleted];
      onDeleted(deleted);
    }
    const done = gone.current.length;
    const kept = asked.length - done;
    onClose(kept > 0 ? words.deletedSome(done, kept) : words.deleted(done));
  };
  const messageOf = (failure: unknown) => {
    const [done, reason] = [gone.current.length, failureMessage(failure)];
    return done > 0 ? words.deletedUntil(done, reason) : reason;
  };

  return (
    <ConfirmDialog
      title={words.deleteTitle(asked.length)}
      dismiss={words.cancel}
      confirm={words.confirmDelete}
      confirming={words.deleting}
      isDanger
      act={erase}
      messageOf={messageOf}
      onClose={() => onClose(gone.current.length > 0 ? words.deleted(gone.current.length) : '')}
    >
      <p>{words.namesOf(works)}</p>
      <p>{words.deleteText}</p>
    </ConfirmDialog>
  );
};

/** After failures the service is asked less often, up to this. */
const MOST_PAUSE_MS = 60_000;

/** Asks about the tasks that are being made until all have ended; not while the page is hidden. */
const useFollowedTasks = (invoke: Invoke, lists: TaskLists, tasks: readonly VisitorTask[]) => {
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
