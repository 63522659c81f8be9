import { type ReactNode, useEffect, useId, useRef } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { CloseIcon } from './icons.tsx';
import './dialog.css';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** Also called for Esc and the cross. */
  onClose: () => void;
  className?: string;
}

/** A modal dialog: at the bottom of a phone, in the middle of a wide screen. Mounted means open. */
export const Dialog = ({ title, children, onClose, className = '' }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    // Otherwise the cross would be focused.
    heading.current?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={event => {
        // A file chooser inside it reports its own cancelling in the same way.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 ref={heading} id={titleId} tabIndex={-1}>{title}</h2>
        <button
          type="button"
          className="dialog-close"
          aria-label={visitor.closeDialog}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      {children}
    </dialog>
  );
};
