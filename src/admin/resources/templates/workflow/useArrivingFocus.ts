import { useEffect, useRef, useState } from 'react';

/** What takes the place of a control that was used gets the focus, once, so that the keyboard goes on from there. */
export const useArrivingFocus = (takesFocus: boolean) => {
  const element = useRef<HTMLElement>(null);
  const [takes] = useState(takesFocus);
  useEffect(() => {
    if (takes) element.current?.focus({ preventScroll: true });
  }, [takes]);
  return element;
};
