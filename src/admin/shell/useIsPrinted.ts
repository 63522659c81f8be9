import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** While the page is being printed. */
export const useIsPrinted = (): boolean => {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const note = ({ type }: Event) => flushSync(() => setPrinted(type === 'beforeprint'));
    for (const name of ['beforeprint', 'afterprint']) addEventListener(name, note);
    return () => {
      for (const name of ['beforeprint', 'afterprint']) removeEventListener(name, note);
    };
  }, []);
  return isPrinted;
};
