import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { task as texts } from '#i18n/zh/visitor/task.ts';
import { FeedbackButton } from './FeedbackButton.tsx';
import { makeAgain } from './makeAgain.ts';

/** A task without pictures: failed, withdrawn, or erased since. */
export const EndedTask = ({ invoke, task }: { invoke: Invoke; task: VisitorTask }) => {
  const { status, errorText, costCredits, isRefunded } = task;
  const isErased = status === 'succeeded';
  return (
    <div className="ended-task">
      {isErased ? (
        <p>{texts.erasedHint}</p>
      ) : (
        <>
          {errorText && <p className="ended-reason">{errorText}</p>}
          {costCredits === 0 && <p>{texts.nothingTaken}</p>}
          {costCredits > 0 && isRefunded && <p>{texts.creditsBack(costCredits)}</p>}
          <p className="hint">{texts.changeAndRetry}</p>
        </>
      )}
      <div className="task-actions">
        <button type="button" className="button button-accent" onClick={() => makeAgain(task)}>
          {isErased ? texts.again : texts.retry}
        </button>
        <FeedbackButton invoke={invoke} taskId={task._id} />
      </div>
    </div>
  );
};
