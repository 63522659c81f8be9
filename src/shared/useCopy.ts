import { useState } from 'react';

/** Copies a text; `copied` is null until it is known whether it was. What was not copied is shown by `SelectedText`. */
export const useCopy = () => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async (text: string): Promise<boolean> => {
    let done = true;
    try {
      // The clipboard is absent on a page that was not loaded over HTTPS.
      await navigator.clipboard.writeText(text);
    } catch (error) {
      console.error('text not copied', error);
      done = false;
    }
    setCopied(done);
    return done;
  };
  return { copied, copy, forget: () => setCopied(null) };
};
