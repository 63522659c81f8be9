import { useEffect } from 'react';
import { Confirm } from 'react-admin';
import { useBlocker } from 'react-router-dom';

const t = (key: string) => `resources.keywords.import.${key}`;

/** Asks before a page is left that is still sending. */
export const KeywordImportLeaving = ({
  running,
  onLeave,
}: {
  running: boolean;
  onLeave: () => void;
}) => {
  const blocker = useBlocker(running);
  useEffect(() => {
    if (!running) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title={t('leave')}
      content={t('leaveText')}
      confirm={t('leaveAnyway')}
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    />
  );
};
