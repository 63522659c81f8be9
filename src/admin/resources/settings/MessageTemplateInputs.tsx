import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Box } from '@mui/material';
import { useId, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { samplesOf, type UserEventName, userEvents } from '#contract/messageEvents.ts';
import { messageObstacle } from '#contract/messageObstacle.ts';
import { z } from '#contract/zod.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { MessagePreview } from '../messages/parts.ts';
import { MessageFieldsInput } from './MessageFieldsInput.tsx';
import { valueAt } from './settingChanges.ts';
import { ObstacleState } from './SettingState.tsx';
import { type MessageTemplate, useStoredNotification } from './useStoredNotification.ts';

export interface MessageTemplateInputsProps {
  event: UserEventName;
  /** Of the mini-program; undefined until it is known. */
  appid: string | undefined;
}

/** What users are told of one event: the template, its fields, and the message as they will see it. */
export const MessageTemplateInputs = ({ event, appid }: MessageTemplateInputsProps) => {
  const t = useTexts('settings.notification');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { errors } = useFormState();
  const source = `subscribe.${event}`;
  // An input that keeps the form from being saved is never hidden.
  const isWrong = valueAt(errors, source) !== undefined;
  const fields = useWatch({ name: `${source}.fields` }) as MessageTemplate['fields'] | undefined;
  const obstacle = messageObstacle(event, useStoredNotification(), appid);
  return (
    <Accordion
      variant="outlined"
      disableGutters
      slotProps={{ transition: { unmountOnExit: true } }}
      expanded={isOpen || isWrong}
      onChange={(_event, next) => setOpen(next)}
    >
      <AccordionSummary id={id} aria-controls={`${id}-inputs`} expandIcon={<ExpandIcon />}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
          <Box sx={{ fontWeight: 500, minWidth: 88 }}>{userEvents[event].label}</Box>
          <ObstacleState obstacle={obstacle} />
        </Box>
      </AccordionSummary>
      <AccordionDetails>
        <FormRow>
          <TextInput source={`${source}.templateId`} label={t('templateId')} />
          <TextInput source={`${source}.page`} label={t('page')} helperText={t('pageHelp')} />
        </FormRow>
        <SideBySide columns={{ xl: 'minmax(0, 3fr) minmax(0, 2fr)' }} columnGap={2}>
          <MessageFieldsInput event={event} />
          <MessagePreview event={event} fields={fields ?? {}} values={samplesOf(event)} />
        </SideBySide>
        <TestMessageButton event={event} />
      </AccordionDetails>
    </Accordion>
  );
};

const ofWeChat = { channel: 'mini_program', status: 'normal' };

/** Really sends a message of the stored settings, with the samples of the preview, to a user of one's choice. */
const TestMessageButton = ({ event }: { event: UserEventName }) => {
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
