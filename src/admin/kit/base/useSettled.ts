import { useEffect, useState } from 'react';

/** A text once it has not changed for so many milliseconds, so that only what is typed in the end is asked for. */
export const useSettled = (text: string, ms: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
};
