import { useState } from 'react';
import { DAY_MS } from '#contract/shanghai.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import { queueAhead as aheadText, taskStates } from '#i18n/zh/visitor/taskStates.ts';
import { visitorWorks as words } from '#i18n/zh/visitorWorks.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { relativeTime } from '../../shared/time.ts';
import { AlertIcon, CheckIcon, PictureIcon } from '../icons.tsx';
import { Link } from '../Link.tsx';
import { taskAddress } from '../location.ts';
import { CardSkeleton } from '../skeletons.tsx';
import { isVideo } from '../task/outputs.ts';

/** So long before its pictures are erased, the card says so with emphasis. */
const SOON_DAYS = 7;

export interface WorkCardProps {
  task: VisitorTask;
  /** While several are chosen, a click chooses instead of opening. */
  selection?: { isChosen: boolean; onToggle: () => void };
}

export const WorkCard = ({ task, selection }: WorkCardProps) => {
  const name = task.templateName || words.unnamed;
  // When it came onto the page; reading on for minutes is rare.
  const [now] = useState(() => Date.now());
  const time = relativeTime(task.createTime, now);
  const content = (
    <>
      <span className="card-cover work-cover" aria-hidden="true">
        <Cover task={task} />
        {selection && !isActiveTask(task.status) && (
          <span className="work-check">{selection.isChosen && <CheckIcon />}</span>
        )}
      </span>
      <span className="card-name">{name}</span>
      <span className="card-facts">
        <State task={task} now={now} />
        {!isActiveTask(task.status) && <span className="work-time">{time}</span>}
      </span>
    </>
  );
  if (!selection) {
    return (
      <Link className="card" href={taskAddress(task._id)}>
        {content}
      </Link>
    );
  }
  const isBusy = isActiveTask(task.status);
  return (
    <label
      className="card work-choice"
      data-disabled={isBusy || undefined}
      title={isBusy ? words.notSelectable : undefined}
    >
      <input
        type="checkbox"
        className="visually-hidden"
        checked={selection.isChosen}
        disabled={isBusy}
        aria-label={words.selectOne(name, time)}
        onChange={selection.onToggle}
      />
      {content}
    </label>
  );
};

const Cover = ({ task }: { task: VisitorTask }) => {
  const { status, outputs, erasedTime, progress, removed } = task;
  const [first] = outputs;
  if (isActiveTask(status)) {
    return (
      <span className="work-making">
        <span className="work-percent">{progress}%</span>
        <span className="work-bar">
          <span style={{ width: `${progress}%` }} />
        </span>
      </span>
    );
  }
  if (status === 'succeeded' && first && !isVideo(first) && erasedTime === null) {
    return (
      <>
        <SignedImage src={first.filePath} className="fill" />
        {outputs.length > 1 && <span className="work-count">{words.pictures(outputs.length)}</span>}
      </>
    );
  }
  return (
    <span className="work-none">
      {status === 'succeeded' ? <PictureIcon /> : <AlertIcon />}
      {status === 'succeeded' && (
        <span>
          {first && erasedTime === null
            ? words.video
            : taskStates[removed.length > 0 ? 'removed' : 'erased']}
        </span>
      )}
    </span>
  );
};

const State = ({ task, now }: { task: VisitorTask; now: number }) => {
  const { status, inReview, queueAhead, progress, errorText, userNote } = task;
  const { erasedTime, expireTime, removed } = task;
  if (isActiveTask(status)) {
    return (
      <>
        <span className="tag tag-accent">{taskStates[inReview ? 'inReview' : status]}</span>
        {queueAhead !== null && <span>{aheadText(queueAhead)}</span>}
        <span className="visually-hidden">{progress}%</span>
      </>
    );
  }
  if (status === 'succeeded') {
    if (erasedTime !== null)
      return removed.length > 0 ? (
        <>
          <span className="tag">{taskStates.removed}</span>
          <span className="work-reason">{removed[0]?.userNote}</span>
        </>
      ) : (
        <span className="tag">{taskStates.erased}</span>
      );
    if (expireTime === null) return null;
    const days = Math.max(0, Math.floor((expireTime - now) / DAY_MS));
    return (
      <span className={days <= SOON_DAYS ? 'tag tag-member' : 'tag'}>{words.daysLeft(days)}</span>
    );
  }
  const reason = status === 'cancelled' ? userNote : errorText;
  return (
    <>
      <span className={status === 'cancelled' ? 'tag' : 'tag tag-failed'}>
        {taskStates[status]}
      </span>
      {reason && <span className="work-reason">{reason}</span>}
    </>
  );
};

export const WorkCardSkeleton = () => (
  <CardSkeleton
    lines={[
      ['card-name', '55%'],
      ['card-facts', '40%'],
    ]}
  />
);
