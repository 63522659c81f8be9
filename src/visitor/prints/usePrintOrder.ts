import { useCallback, useEffect, useState } from 'react';
import { codes } from '#contract/envelope.ts';
import type { ActionOutput } from '#contract/index.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { failureMessage } from '../failureMessage.ts';

export type VisitorPrint = ActionOutput<'appPrint', 'getPrintOrder'>;

export type PrintState =
  | { status: 'loading' }
  | { status: 'ready'; print: VisitorPrint }
  | { status: 'gone' }
  | { status: 'failed'; message: string };

/** An unpaid order is looked at again this often while the page is visible: it is paid on another device. */
const LOOK_AGAIN_MS = 10_000;

export const usePrintOrder = (invoke: Invoke, id: string) => {
  const [state, setState] = useState<PrintState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const waits = state.status === 'ready' && state.print.status === 'pending';

  useEffect(() => {
    let left = false;
    invoke('appPrint', 'getPrintOrder', { id }).then(
      print => {
        if (!left) setState({ status: 'ready', print });
      },
      (failure: unknown) => {
        if (left) return;
        console.error('print order not loaded', failure);
        const gone =
          failure instanceof ActionFailure &&
          ([codes.notFound, codes.invalidInput] as number[]).includes(failure.body.code);
        setState(last => {
          if (gone) return { status: 'gone' };
          // What is shown stays while the network is away.
          return last.status === 'ready'
            ? last
            : { status: 'failed', message: failureMessage(failure) };
        });
      },
    );
    return () => {
      left = true;
    };
  }, [invoke, id, attempt]);

  const refresh = useCallback(() => setAttempt(now => now + 1), []);

  useEffect(() => {
    if (!waits) return;
    const look = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [waits, refresh]);

  const retry = () => {
    setState({ status: 'loading' });
    refresh();
  };
  return { state, retry, refresh };
};
