import { useState } from 'react';
import { isFields, parsed } from '../shared/isFields.ts';

type Texts = Record<string, string>;

const read = (key: string): Partial<Texts> => {
  const stored = parsed(sessionStorage.getItem(key));
  const isWhole = isFields(stored) && Object.values(stored).every(text => typeof text === 'string');
  return isWhole ? (stored as Texts) : {};
};

/** Texts that a visitor is writing, kept while the tab is open: leaving the page loses none. */
export const useDraft = <T extends Texts>(
  key: string,
  empty: T,
): [texts: T, change: (patch: Partial<T>) => void, forget: () => void] => {
  const [texts, setTexts] = useState<T>(() => ({ ...empty, ...read(key) }));
  const change = (patch: Partial<T>) => {
    setTexts({ ...texts, ...patch });
    sessionStorage.setItem(key, JSON.stringify({ ...texts, ...patch }));
  };
  const forget = () => {
    setTexts(empty);
    sessionStorage.removeItem(key);
  };
  return [texts, change, forget];
};
