import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';

export type Quote = ActionOutput<'appTask', 'quote'>;

export interface QuoteState {
  /** The last answer, also while it is asked again. */
  quote: Quote | null;
  /** Why no task can be started with this choice, or '' . */
  refusal: string;
  /** No answer; asked again when the network returns. */
  failed: boolean;
}

const none: QuoteState = { quote: null, refusal: '', failed: false };

/** What a task would cost now, asked anew for each preset. */
export const useQuote = (invoke: Invoke, templateId: string, presetId: string) => {
  const [state, setState] = useState(none);
  const latest = useRef(0);

  const ask = useCallback(async () => {
    const number = (latest.current += 1);
    const take = (change: (last: QuoteState) => QuoteState) => {
      if (number === latest.current) setState(change);
    };
    try {
      const about = { templateId, ...(presetId && { presetId }) };
      const quote = await invoke('appTask', 'quote', about);
      take(() => ({ quote, refusal: quote.refusal, failed: false }));
    } catch (failure) {
      console.error('no quote', failure);
      if (failure instanceof ActionFailure)
        take(last => ({ ...last, refusal: failure.message, failed: false }));
      else take(last => ({ ...last, failed: true }));
    }
  }, [invoke, templateId, presetId]);

  useEffect(() => {
    const again = () => void ask();
    const whenVisible = () => {
      if (document.visibilityState === 'visible') again();
    };
    again();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', whenVisible);
    return () => {
      latest.current += 1;
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', whenVisible);
    };
  }, [ask]);

  return { ...state, ask };
};
