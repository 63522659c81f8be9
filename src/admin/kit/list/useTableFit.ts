import { type RefCallback, useCallback, useState } from 'react';

/**
 * Whether the table in an element is wider than it. Only then may it scroll sideways: what scrolls sideways keeps its
 * header from staying below the top bar.
 */
export const useTableFit = (): [RefCallback<HTMLElement>, boolean] => {
  const [isWide, setIsWide] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const table = element.querySelector('table');
      // The element may be another one after the screen was narrow, or the list empty.
      if (table) observer.observe(table);
      setIsWide(table !== null && table.offsetWidth > element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isWide];
};
