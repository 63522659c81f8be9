import { cutPaste } from '#i18n/zh/paste.ts';

/** What ends the sentence, so that it keeps nothing from being sent. */
const ENDS = ['input', 'keydown', 'blur'] as const;

/** Says at the field that what was pasted did not fit into it; browsers cut it without a word. */
export const showCutPastes = () =>
  document.addEventListener('paste', ({ target, clipboardData }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const { maxLength, value, selectionStart, selectionEnd } = target;
    const pasted = clipboardData?.getData('text') ?? '';
    const text = target instanceof HTMLInputElement ? pasted.replace(/[\r\n]+/g, '') : pasted;
    const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
    if (maxLength < 0 || value.length - selected + text.length <= maxLength) return;
    const show = () => {
      target.setCustomValidity(cutPaste(maxLength));
      target.reportValidity();
      const end = () => {
        target.setCustomValidity('');
        for (const name of ENDS) target.removeEventListener(name, end);
      };
      for (const name of ENDS) target.addEventListener(name, end);
    };
    // By then the browser has pasted what fits.
    setTimeout(show);
  });
