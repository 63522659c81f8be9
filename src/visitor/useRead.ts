import { useCallback, useEffect, useState } from 'react';
import type { ActionData, ActionName, ActionOutput, FunctionName } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { failureMessage, isMissing } from './failureMessage.ts';

export type ReadState<T> =
  | { status: 'loading' }
  | {
      status: 'ready';
      value: T;
      /** Why it could not be read anew; '' for no failure. */
      message: string;
    }
  | { status: 'gone' }
  | { status: 'failed'; message: string };

/**
 * What the action answers, asked when the page is shown and with each call of `again`. What is known stays while it is
 * being read anew, and after a failure.
 * @param known shown until the first answer
 */
export const useRead = <F extends FunctionName, A extends ActionName<F>, K = never>(
  invoke: Invoke,
  name: F,
  action: A,
  data: ActionData<F, A>,
  known?: K,
) => {
  const [state, setState] = useState<ReadState<ActionOutput<F, A> | K>>(
    known ? { status: 'ready', value: known, message: '' } : { status: 'loading' },
  );
  const asked = JSON.stringify(data);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    invoke(name, action, JSON.parse(asked) as ActionData<F, A>).then(
      value => {
        if (!left) setState({ status: 'ready', value, message: '' });
      },
      (failure: unknown) => {
        if (left) return;
        console.error('not loaded', failure);
        const message = failureMessage(failure);
        setState(last => {
          if (isMissing(failure)) return { status: 'gone' };
          return last.status === 'ready' ? { ...last, message } : { status: 'failed', message };
        });
      },
    );
    return () => {
      left = true;
    };
  }, [invoke, name, action, asked, attempt]);

  const again = useCallback(() => {
    setState(last => (last.status === 'ready' ? { ...last, message: '' } : { status: 'loading' }));
    setAttempt(count => count + 1);
  }, []);
  return { state, again };
};
