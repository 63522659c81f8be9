import { useState } from 'react';
import type { FeedbackDialogProps } from './FeedbackDialog.tsx';
import { later, LoadedPage } from './LoadedPage.tsx';

const FeedbackDialog = later(async () => (await import('./FeedbackDialog.tsx')).FeedbackDialog);

export interface FeedbackButtonProps extends Omit<FeedbackDialogProps, 'onClose'> {
  className?: string;
  children: string;
}

/** Opens the form for complaints and wishes, which is loaded then. */
export const FeedbackButton = ({
  className = 'text-button',
  children,
  ...about
}: FeedbackButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <LoadedPage placeholder={null}>
          <FeedbackDialog {...about} onClose={() => setOpen(false)} />
        </LoadedPage>
      )}
    </>
  );
};
