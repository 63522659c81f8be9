import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { FailureText } from './Failure.tsx';
import { useAct } from './useAct.ts';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** What the two buttons say. */
  dismiss: string;
  confirm: string;
  /** What the second says while it is being done. */
  confirming?: string;
  isDanger?: boolean;
  disabled?: boolean;
  /** What it throws is said in the dialog, which stays open. */
  act: () => Promise<void>;
  onClose: () => void;
  messageOf?: (failure: unknown) => string;
}

/** Asks before something is done, and does it once. */
export const ConfirmDialog = ({
  title,
  children,
  dismiss,
  confirm,
  confirming = confirm,
  isDanger = false,
  disabled = false,
  act,
  onClose,
  messageOf,
}: ConfirmDialogProps) => {
  const { busy, message, run } = useAct(act, messageOf);
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <div className="dialog-text">
        {children}
        <FailureText message={message} />
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" disabled={busy} onClick={onClose}>
          {dismiss}
        </button>
        <button
          type="button"
          className={isDanger ? 'button button-danger' : 'button button-accent'}
          disabled={busy || disabled}
          onClick={() => run()}
        >
          {busy ? confirming : confirm}
        </button>
      </div>
    </Dialog>
  );
};
