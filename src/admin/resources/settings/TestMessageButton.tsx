import { Box } from '@mui/material';
import { useFormState } from 'react-hook-form';
import { type UserEventName, userEvents } from '#contract/messageEvents.ts';
import { z } from '#contract/zod.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';

const ofWeChat = { channel: 'mini_program', status: 'normal' };

/** Really sends a message of the stored settings, with the samples of the preview, to a user of one's choice. */
export const TestMessageButton = ({ event }: { event: UserEventName }) => {
  const t = useTexts('settings');
  const { invoke } = useDataProvider();
  const { isDirty } = useFormState();
  return (
    <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <DialogButton
        button={{ disabled: isDirty }}
        texts="settings.notification.testMessage"
        values={{ event: userEvents[event].label }}
      >
        <ActionForm
          fields={{ userId: z.string(t('notification.testMessage.needsUser')).min(1) }}
          run={async ({ userId }) => {
            const trial = { channel: 'subscribe', event, userId } as const;
            const { ok, message } = await invoke('adminSettings', 'testNotification', trial);
            if (!ok) throw new Error(message);
          }}
        >
          <ReferenceInput
            source="userId"
            reference="users"
            filter={ofWeChat}
            sort={{ field: 'lastActiveTime', order: 'DESC' }}
          >
            <AutocompleteInput
              label={t('notification.testMessage.user')}
              optionText="nickName"
              isRequired
            />
          </ReferenceInput>
        </ActionForm>
      </DialogButton>
      {isDirty && <Quiet small>{t('saveBeforeTest')}</Quiet>}
    </Box>
  );
};
