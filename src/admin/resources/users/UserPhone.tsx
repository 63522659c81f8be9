import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { User } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { maskedPhone } from './maskedPhone.ts';

const { reason } = adminUserActions.revealContact.input.shape;

/** Masked; the whole number with a reason, until the page is left. */
export const UserPhone = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const [phone, setPhone] = useState('');
  if (!user.phoneTail) return <>{translate('list.none')}</>;
  const say = (key: string) => translate(`resources.users.phone.${key}`);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, justifyContent: 'flex-end' }}>
      {phone || maskedPhone(user.phoneTail)}
      {phone ? (
        <CopyText text={phone} name={translate('resources.users.fields.phoneTail')} />
      ) : (
        <ActionButton
          label={say('action')}
          size="small"
          variant="text"
          dialog={close => (
            <ActionDialog
              title={say('title')}
              facts={say('effect')}
              fields={{ reason }}
              labels="users"
              submit={say('submit')}
              run={values =>
                invoke('adminUser', 'revealContact', {
                  id: user.id,
                  reason: String(values['reason']),
                })
              }
              onDone={answer => setPhone(answer.phone)}
              onClose={close}
            >
              <ReasonInput suggestions="resources.users.phone.reasons" />
            </ActionDialog>
          )}
        />
      )}
    </Box>
  );
};
