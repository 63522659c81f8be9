import { useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorWorks as words } from '#i18n/zh/visitorWorks.ts';
import { Dialog } from '../Dialog.tsx';
import { failureMessage } from '../failureMessage.ts';

/** The server takes as many at once. */
const BATCH = 50;

export interface DeleteWorksDialogProps {
  invoke: Invoke;
  ids: readonly string[];
  onDeleted: (ids: readonly string[]) => void;
  /** @param message what was done; '' for nothing */
  onClose: (message: string) => void;
}

export const DeleteWorksDialog = ({ invoke, ids, onDeleted, onClose }: DeleteWorksDialogProps) => {
  const [asked] = useState(ids);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);

  const erase = async () => {
    setBusy(true);
    setMessage('');
    let done = gone;
    try {
      const left = asked.filter(id => !done.includes(id));
      for (let at = 0; at < left.length; at += BATCH) {
        const batch = left.slice(at, at + BATCH);
        const { deleted } = await invoke('appTask', 'deleteTasks', { ids: batch });
        done = [...done, ...deleted];
        setGone(done);
        onDeleted(deleted);
      }
      const kept = asked.length - done.length;
      onClose(kept > 0 ? words.deletedSome(done.length, kept) : words.deleted(done.length));
    } catch (failure) {
      console.error('works not deleted', failure);
      const reason = failureMessage(failure);
      setMessage(done.length > 0 ? words.deletedUntil(done.length, reason) : reason);
      setBusy(false);
    }
  };

  const close = () => onClose(gone.length > 0 ? words.deleted(gone.length) : '');

  return (
    <Dialog title={words.deleteTitle(asked.length)} busy={busy} onClose={close}>
      <div className="dialog-text">
        <p>{words.deleteText}</p>
        {message && (
          <p className="error" role="alert">
            {message}
          </p>
        )}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" disabled={busy} onClick={close}>
          {words.cancel}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={busy}
          onClick={() => void erase()}
        >
          {busy ? words.deleting : words.confirmDelete}
        </button>
      </div>
    </Dialog>
  );
};
