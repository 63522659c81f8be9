import { useEffect } from 'react';
import { Confirm, useTranslate } from 'react-admin';
import { useBlocker } from 'react-router-dom';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export interface LeaveQuestionProps {
  /** What leaving would end or lose. */
  text: string;
  onLeave?: () => void;
}

/**
 * Shown while something is under way that ends with the page: leaving asks first. Other filters or tabs of the same page do
 * not leave it. The router asks one question only, so this one comes instead of that about unsaved changes.
 */
export const LeaveQuestion = ({ text, onLeave }: LeaveQuestionProps) => {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title={translate('action.leave.title')}
      content={text}
      confirm={translate('action.leave.confirm')}
      cancel={translate('action.leave.stay')}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    />
  );
};
