import { useEffect, useState } from 'react';
import type { ActionData, ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { failureMessage } from '../failureMessage.ts';

type Items = ActionData<'appPrint', 'quote'>['items'];
export type Quote = ActionOutput<'appPrint', 'quote'>;

/** Typing a number of prints asks once, for the last number. */
const PAUSE_MS = 300;

interface Answered {
  key: string;
  quote?: Quote;
  message?: string;
}

/**
 * The current price of these prints; an answer that comes after they have changed again is dropped.
 * @returns `refresh` asks again
 */
export const useQuote = (invoke: Invoke, items: Items) => {
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Answered>();
  const wanted = JSON.stringify(items);
  const key = `${attempt} ${wanted}`;
  useEffect(() => {
    const asked = JSON.parse(wanted) as Items;
    if (asked.length === 0) return;
    let isLate = false;
    const timer = setTimeout(() => {
      invoke('appPrint', 'quote', { items: asked }).then(
        quote => {
          if (!isLate) setAnswered({ key, quote });
        },
        (failure: unknown) => {
          console.error('prints not priced', failure);
          if (!isLate) setAnswered({ key, message: failureMessage(failure) });
        },
      );
    }, PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [invoke, key, wanted]);
  const current = answered?.key === key ? answered : undefined;
  return {
    /** The price of these prints; undefined while it is loaded. */
    quote: current?.quote,
    /** The last one, to be shown paler meanwhile. */
    shown: answered?.quote,
    failure: current?.message,
    refresh: () => setAttempt(attempt + 1),
  };
};
