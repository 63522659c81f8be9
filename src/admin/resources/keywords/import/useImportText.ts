import { useEffect, useState } from 'react';
import { draftKey, readDraft, removeDraft, writeDraft } from '../../../kit/form/drafts.ts';

const SETTLE_MS = 400;
const key = draftKey('keywords', 'import');

/** The text of an import, kept in the browser until the import is finished; `settled` follows when typing pauses. */
export const useImportText = () => {
  const [text, setText] = useState(() => String(readDraft(key)?.values['text'] ?? ''));
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
      if (text === '') removeDraft(key);
      else writeDraft(key, { values: { text }, base: {}, time: Date.now() });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, settled, isSettled: text === settled, setText, forget: () => removeDraft(key) };
};
