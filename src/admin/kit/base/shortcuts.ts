import { useEffect } from 'react';
import { useEvent } from 'react-admin';

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'));

/**
 * Calls back for keys that are pressed anywhere on the page; not for a key that is held. `isPlain` says that it is a key
 * alone, which nobody is writing, on a page without an open dialog.
 */
export const useKeys = (onKey: (event: KeyboardEvent, isPlain: boolean) => void) => {
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    if (event.repeat || event.altKey || event.defaultPrevented) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !isWriting(event.target);
    onKey(event, isPlain && !document.querySelector('[role="dialog"]'));
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onKeyDown]);
};
