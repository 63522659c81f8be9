import { useEffect } from 'react';
import { useEvent } from 'react-admin';

export interface Shortcuts {
  onPalette: () => void;
  onSheet: () => void;
}

const SEARCH = '[role="search"] input[type="search"], main input[type="search"]';

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'));

/** Global shortcuts; inactive while an input method is composing or a dialog is open. */
export const useShortcuts = ({ onPalette, onSheet }: Shortcuts) => {
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.repeat || event.altKey || event.defaultPrevented) return;
    const withCommand = event.ctrlKey || event.metaKey;
    const isPalette = withCommand && event.key.toLowerCase() === 'k';
    // The browser's own Ctrl-K would leave the page.
    if (isPalette) event.preventDefault();
    if (document.querySelector('[role="dialog"]')) return;
    if (isPalette) return onPalette();
    if (withCommand || isWriting(event.target)) return;
    if (event.key === '?') return onSheet();
    if (event.key !== '/') return;
    event.preventDefault();
    const search = document.querySelector<HTMLInputElement>(SEARCH);
    if (!search) return onPalette();
    search.focus();
    search.select();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onKeyDown]);
};
