import { useState } from 'react';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { task as texts } from '#i18n/zh/visitor/task.ts';
import { failureMessage } from '../failureMessage.ts';
import { FailureText } from '../FailureText.tsx';

export interface RatingProps {
  invoke: Invoke;
  task: VisitorTask;
  onTask: (task: VisitorTask) => void;
}

const STARS = [1, 2, 3, 4, 5];

/** One to five stars; may be changed later. */
export const Rating = ({ invoke, task, onTask }: RatingProps) => {
  /** What the visitor chose, until it is stored. */
  const [wanted, setWanted] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const shown = wanted ?? task.rating ?? 0;

  const rate = async (rating: number) => {
    setWanted(rating);
    setFailure('');
    try {
      onTask(await invoke('appTask', 'rateTask', { id: task._id, rating }));
    } catch (error) {
      setFailure(failureMessage(error));
    }
    setWanted(now => (now === rating ? null : now));
  };

  return (
    <fieldset className="rating">
      <legend>{texts.rate}</legend>
      <div className="stars">
        {STARS.map(count => (
          <label key={count} className="star" data-filled={count <= shown}>
            <input
              type="radio"
              name="rating"
              value={count}
              checked={shown === count}
              aria-label={texts.stars(count)}
              onChange={() => void rate(count)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m12 3 2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1L6.4 20l1.2-6.2L3 9.5l6.3-.8z" />
            </svg>
          </label>
        ))}
      </div>
      {failure ? (
        <FailureText message={failure} />
      ) : (
        <p className="hint" role="status">
          {task.rating !== null && texts.rated}
        </p>
      )}
    </fieldset>
  );
};
