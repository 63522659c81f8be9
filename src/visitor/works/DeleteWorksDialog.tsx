import { useRef, useState } from 'react';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorWorks as words } from '#i18n/zh/visitorWorks.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { failureMessage } from '../failureMessage.ts';

/** The server takes as many at once. */
const BATCH = 50;

export interface DeleteWorksDialogProps {
  invoke: Invoke;
  works: readonly VisitorTask[];
  onDeleted: (ids: readonly string[]) => void;
  /** @param message what was done; '' for nothing */
  onClose: (message: string) => void;
}

export const DeleteWorksDialog = (props: DeleteWorksDialogProps) => {
  const { invoke, onDeleted, onClose } = props;
  const [works] = useState(props.works);
  const asked = works.map(({ _id }) => _id);
  const gone = useRef<readonly string[]>([]);

  const erase = async () => {
    const left = asked.filter(id => !gone.current.includes(id));
    for (let at = 0; at < left.length; at += BATCH) {
      const batch = left.slice(at, at + BATCH);
      const { deleted } = await invoke('appTask', 'deleteTasks', { ids: batch });
      gone.current = [...gone.current, ...deleted];
      onDeleted(deleted);
    }
    const done = gone.current.length;
    const kept = asked.length - done;
    onClose(kept > 0 ? words.deletedSome(done, kept) : words.deleted(done));
  };
  const messageOf = (failure: unknown) => {
    const [done, reason] = [gone.current.length, failureMessage(failure)];
    return done > 0 ? words.deletedUntil(done, reason) : reason;
  };

  return (
    <ConfirmDialog
      title={words.deleteTitle(asked.length)}
      dismiss={words.cancel}
      confirm={words.confirmDelete}
      confirming={words.deleting}
      isDanger
      act={erase}
      messageOf={messageOf}
      onClose={() => onClose(gone.current.length > 0 ? words.deleted(gone.current.length) : '')}
    >
      <p>{words.namesOf(works)}</p>
      <p>{words.deleteText}</p>
    </ConfirmDialog>
  );
};
