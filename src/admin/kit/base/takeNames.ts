import type { ClipboardEvent } from 'react';

/** Several names that are pasted at once become several; the browser would make them one line. */
export const takeNames = (
  event: ClipboardEvent,
  read: (text: string) => string[],
  take: (names: string[]) => void,
) => {
  const names = read(event.clipboardData.getData('text'));
  if (names.length < 2) return;
  event.preventDefault();
  take(names);
};
