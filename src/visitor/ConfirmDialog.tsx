import { type ReactNode, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { failureMessage } from './failureMessage.ts';
import { FailureText } from './FailureText.tsx';

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
  messageOf = failureMessage,
}: ConfirmDialogProps) => {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const run = async () => {
    setBusy(true);
    setMessage('');
    try {
      await act();
    } catch (failure) {
      console.error('not done', failure);
      setMessage(messageOf(failure));
      setBusy(false);
    }
  };
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
          onClick={() => void run()}
        >
          {busy ? confirming : confirm}
        </button>
      </div>
    </Dialog>
  );
};
