import { useRef } from 'react';
import { useTranslate } from 'react-admin';

/**
 * Of a dialog: closed with Esc, with Back or by a click beside it, it asks first where something was typed. Its own
 * buttons do not ask.
 */
export const useTypedClose = (close: () => void) => {
  const translate = useTranslate();
  const isTyped = useRef(false);
  return {
    onInput: () => {
      isTyped.current = true;
    },
    onClose: () => {
      if (isTyped.current && !confirm(translate('ra.message.unsaved_changes'))) return;
      isTyped.current = false;
      close();
    },
  };
};
