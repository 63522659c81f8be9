import { useState } from 'react';
import { withdrawableTaskStatuses } from '#contract/taskStates.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { task as texts } from '#i18n/zh/visitor/task.ts';
import { queueAhead as aheadText } from '#i18n/zh/visitor/taskStates.ts';
import { withStyle } from '../../shared/imageStyle.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useNow } from '../useNow.ts';
import { firstPhotoOf } from './outputs.ts';

export interface WaitingTaskProps {
  invoke: Invoke;
  task: VisitorTask;
  isStale: boolean;
  onTask: (task: VisitorTask) => void;
}

/** Beyond this share of the usual time it is said that it takes longer. */
const LONG = 1.5;

export const WaitingTask = ({ invoke, task, isStale, onTask }: WaitingTaskProps) => {
  const { imageStyles } = useSystemSettings();
  const [cancelling, setCancelling] = useState(false);
  const { status, progress, averageSec, startTime, queueAhead, lane } = task;
  const isWorking =
    !task.inReview && startTime !== null && (status === 'running' || status === 'saving');
  const photo = firstPhotoOf(task);
  return (
    <div className="waiting-task">
      {photo && (
        <SignedImage
          src={withStyle(photo, 'userupload', imageStyles)}
          alt={texts.before}
          fit="contain"
          className="waiting-photo"
        />
      )}
      <div className="waiting-about">
        <div
          role="progressbar"
          className="progress"
          aria-label={texts.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={isWorking ? progress : undefined}
          data-unknown={!isWorking}
        >
          <span style={{ width: isWorking ? `${progress}%` : '100%' }} />
        </div>
        {status === 'queued' && queueAhead !== null && (
          <p role="status" className="waiting-state">
            {aheadText(queueAhead)}
          </p>
        )}
        {status === 'queued' && lane !== null && <p className="hint">{texts.order[lane]}</p>}
        {task.inReview && (
          <p role="status" className="waiting-state">
            {texts.inReview}
          </p>
        )}
        {isWorking && <Elapsed since={startTime} averageSec={averageSec} />}
        {!isWorking && !task.inReview && averageSec > 0 && (
          <p className="hint">{texts.usually(visitor.about(averageSec))}</p>
        )}
        <p className="hint">{texts.mayLeave}</p>
        {isStale && (
          <p role="status" className="failure">
            {texts.stale}
          </p>
        )}
        {withdrawableTaskStatuses.includes(status) && (
          <button type="button" className="button" onClick={() => setCancelling(true)}>
            {texts.cancel}
          </button>
        )}
      </div>
      {cancelling && (
        <CancelDialog
          invoke={invoke}
          task={task}
          onTask={onTask}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  );
};

const Elapsed = ({ since, averageSec }: { since: number; averageSec: number }) => {
  const seconds = Math.max(0, Math.round((useNow(1_000) - since) / 1_000));
  const isLong = averageSec > 0 && seconds > averageSec * LONG;
  return (
    <p className="waiting-state">
      {texts.elapsed(seconds)}
      {averageSec > 0 && (
        <span className="hint">
          {isLong ? texts.longer : texts.usually(visitor.about(averageSec))}
        </span>
      )}
    </p>
  );
};

interface CancelDialogProps extends Pick<WaitingTaskProps, 'invoke' | 'task' | 'onTask'> {
  onClose: () => void;
}

const CancelDialog = ({ invoke, task, onTask, onClose }: CancelDialogProps) => (
  <ConfirmDialog
    title={texts.cancelQuestion(task.templateName)}
    dismiss={texts.keepWaiting}
    confirm={texts.cancel}
    // It may have begun meanwhile; the page finds out by itself.
    disabled={!withdrawableTaskStatuses.includes(task.status)}
    act={async () => {
      onTask(await invoke('appTask', 'cancelTask', { id: task._id }));
      onClose();
    }}
    onClose={onClose}
  >
    <p>{texts.cancelEffect(task.costCredits)}</p>
  </ConfirmDialog>
);
