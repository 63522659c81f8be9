import { useState } from 'react';
import { isFields } from '../shared/isFields.ts';

type Texts = Record<string, string>;

const read = (key: string): Partial<Texts> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (isFields(stored) && Object.values(stored).every(text => typeof text === 'string'))
      return stored as Texts;
  } catch (error) {
    console.error('draft not read', error);
  }
  return {};
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
