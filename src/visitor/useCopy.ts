import { useState } from 'react';

/** Copies a text; `copied` is null until it is known whether it was. */
export const useCopy = (text: string) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    // Absent on a page that was not loaded over HTTPS.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    try {
      if (!clipboard) throw new Error('no clipboard');
      await clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      console.error('text not copied', error);
      setCopied(false);
    }
  };
  return { copied, copy };
};
