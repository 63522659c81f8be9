import { useEffect } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { useRead } from '../useRead.ts';

export type VisitorPrint = ActionOutput<'appPrint', 'getPrintOrder'>;

/** An unpaid order is looked at again this often while the page is visible: it is paid on another device. */
const LOOK_AGAIN_MS = 3_000;

export const usePrintOrder = (invoke: Invoke, id: string) => {
  const { state, again } = useRead(invoke, 'appPrint', 'getPrintOrder', { id });
  const waits = state.status === 'ready' && state.value.status === 'pending';

  useEffect(() => {
    if (!waits) return;
    const look = () => {
      if (document.visibilityState === 'visible') again();
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [waits, again]);

  return { state, again };
};
