import { type ReactNode, useEffect, useId, useRef } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { CloseIcon } from './icons.tsx';
import './dialog.css';

export interface DialogProps {
  title: string;
  onClose: () => void;
  /** Cannot be closed while something is being done. */
  busy?: boolean;
  children: ReactNode;
}

/** Over everything, from the moment it is rendered; Esc closes it, and the focus returns to where it was. */
export const Dialog = ({ title, onClose, busy = false, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      <header className="dialog-header">
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={visitor.close}
          disabled={busy}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </header>
      {children}
    </dialog>
  );
};
