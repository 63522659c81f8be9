import { useEffect, useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { failureMessage } from '../failureMessage.ts';

export type PrintSizeOnSale = ActionOutput<'appPrint', 'getPrintSizes'>['list'][number];

export type PrintSizesState =
  | { status: 'loading' }
  | { status: 'ready'; sizes: PrintSizeOnSale[] }
  | { status: 'failed'; message: string };

export const usePrintSizes = (invoke: Invoke) => {
  const [state, setState] = useState<PrintSizesState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    invoke('appPrint', 'getPrintSizes', {}).then(
      ({ list }) => {
        if (!left) setState({ status: 'ready', sizes: list });
      },
      (failure: unknown) => {
        console.error('print sizes not loaded', failure);
        if (!left) setState({ status: 'failed', message: failureMessage(failure) });
      },
    );
    return () => {
      left = true;
    };
  }, [invoke, attempt]);
  const retry = () => {
    setState({ status: 'loading' });
    setAttempt(attempt + 1);
  };
  return { state, retry };
};
