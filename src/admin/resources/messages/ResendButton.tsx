import { RunButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { mayResend, type MessageRecord } from './messageRecord.ts';

/** Sends a message again that was not sent. */
export const ResendButton = ({ message }: { message: MessageRecord }) => {
  const t = useTexts('resources.messages.resend');
  const { invoke } = useDataProvider();
  const { id, rev } = message;
  if (!mayResend(message)) return null;
  return (
    <RunButton
      right="messages.write"
      size="small"
      variant="text"
      label={t('action')}
      done={t('done')}
      run={() => invoke('adminMessage', 'resendMessage', { id, rev })}
    />
  );
};
