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
import { useTexts } from '../../kit/base/useTexts.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { maskedPhone } from './maskedPhone.ts';

const { reason } = adminUserActions.revealContact.input.shape;

/** Masked; the whole number with a reason, until the page is left. */
export const UserPhone = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const say = useTexts('resources.users.phone');
  const invoke = useInvoke();
  const [phone, setPhone] = useState('');
  if (!user.phoneTail) return <>{translate('list.none')}</>;
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
          dialog={
            <ActionDialog
              texts="resources.users.phone"
              fields={{ reason }}
              run={input => invoke('adminUser', 'revealContact', { id: user.id, ...input })}
              onDone={answer => setPhone(answer.phone)}
            >
              <ReasonInput />
            </ActionDialog>
          }
        />
      )}
    </Box>
  );
};
