import { useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { task as texts } from '#i18n/zh/visitor/task.ts';
import { FeedbackDialog } from '../FeedbackDialog.tsx';

export const FeedbackButton = ({ invoke, taskId }: { invoke: Invoke; taskId: string }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {texts.feedback}
      </button>
      {open && <FeedbackDialog invoke={invoke} taskId={taskId} onClose={() => setOpen(false)} />}
    </>
  );
};
