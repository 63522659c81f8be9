import { useCallback, useEffect, useState } from 'react';
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
 * What `read` answers, read when the page is shown and with each call of `again`. What is known stays while it is being
 * read anew, and after a failure.
 * @param read changes with what is to be read
 * @param known shown until the first answer
 */
export const useRead = <T>(read: () => Promise<T>, known?: T) => {
  const [state, setState] = useState<ReadState<T>>(
    known ? { status: 'ready', value: known, message: '' } : { status: 'loading' },
  );
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    read().then(
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
  }, [read, attempt]);

  const again = useCallback(() => {
    setState(last => (last.status === 'ready' ? { ...last, message: '' } : { status: 'loading' }));
    setAttempt(count => count + 1);
  }, []);
  return { state, again };
};
