import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Box, TextField } from '@mui/material';
import { useId, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import {
  alertEvents,
  samplesOf,
  type UserEventName,
  userEventNames,
  userEvents,
} from '#contract/messageEvents.ts';
import { messageObstacle } from '#contract/messageObstacle.ts';
import { z } from '#contract/zod.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import {
  BooleanInput,
  CheckboxGroupInput,
  KeyInput,
  SelectInput,
  TextArrayInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { MessagePreview } from '../messages/parts.ts';
import {
  MessageFieldsInput,
  type MessageTemplate,
  useAppid,
  useStoredNotification,
} from './MessageFieldsInput.tsx';
import { SecretInput } from './SecretInput.tsx';
import { valueAt } from './settingChanges.ts';
import { ObstacleState } from './SettingsSection.tsx';
import { SettingsTestButton } from './SettingsTestButton.tsx';

/** Messages to users, alerts to administrators, and when neither is wanted. */
export const NotificationInputs = () => {
  const appid = useAppid();
  return (
    <>
      <MiniProgramInputs appid={appid} />
      <FormSection name="subscribe">
        <Box>
          {userEventNames.map(event => (
            <MessageTemplateInputs key={event} event={event} appid={appid} />
          ))}
        </Box>
      </FormSection>
      <ReadyTextInputs appid={appid} />
      <RobotInputs />
      <MailInputs />
      <QuietInputs />
    </>
  );
};

const MiniProgramInputs = ({ appid }: { appid: string | undefined }) => {
  const t = useTexts('settings.notification');
  const { miniProgram } = useStoredNotification();
  const states = ['formal', 'trial', 'developer'].map(id => ({ id, name: t(`states.${id}`) }));
  const obstacle = !miniProgram.appSecret ? 'appSecret' : appid === '' ? 'appid' : null;
  return (
    <FormSection name="miniProgram" state={<ObstacleState obstacle={obstacle} />}>
      <FormRow>
        <TextField
          label={t('appid')}
          value={appid ?? ''}
          slotProps={{ input: { readOnly: true } }}
          helperText={
            <>
              {t('appidHelp')} <PageLink to="/settings?tab=payment">{t('toPayment')}</PageLink>
            </>
          }
        />
        <SelectInput source="miniProgram.state" choices={states} isRequired />
      </FormRow>
      <SecretInput source="miniProgram.appSecret" />
      <TextInput source="miniProgram.claimPage" helperText={t('claimPageHelp')} fullWidth />
    </FormSection>
  );
};

const ReadyTextInputs = ({ appid }: { appid: string | undefined }) => {
  const t = useTexts('settings.notification');
  const stored = useStoredNotification();
  const isReady = !messageObstacle('service', stored, appid);
  const obstacle = !isReady ? 'service' : stored.readyTexts.length === 0 ? 'readyTexts' : null;
  return (
    <FormSection name="readyTexts" state={<ObstacleState obstacle={obstacle} />}>
      <TextArrayInput ofSentences source="readyTexts" helperText={t('readyTextsHelp')} fullWidth />
    </FormSection>
  );
};

const RobotInputs = () => {
  const t = useTexts('settings.notification');
  const { invoke } = useDataProvider();
  const { alerts } = useStoredNotification();
  const noEvents = alerts.events.length === 0 ? 'events' : null;
  return (
    <FormSection
      name="alerts"
      state={<ObstacleState obstacle={alerts.wecomWebhook ? noEvents : 'robot'} />}
    >
      <CheckboxGroupInput source="alerts.events" choices={alertEvents} />
      <SecretInput source="alerts.wecomWebhook" />
      <SettingsTestButton
        right="settings.secrets"
        label={t('test.wecom')}
        run={() => invoke('adminSettings', 'testNotification', { channel: 'wecom' })}
      />
    </FormSection>
  );
};

const MailInputs = () => {
  const t = useTexts('settings.notification');
  const { invoke } = useDataProvider();
  const { alerts } = useStoredNotification();
  const { smtp, emails, events } = alerts;
  const obstacle = () => {
    if (!smtp.host || !smtp.from) return 'mailServer';
    if (emails.length === 0) return 'emails';
    return events.length === 0 ? 'events' : null;
  };
  const ports = [465, 587].map(id => ({ id, name: t(`ports.${id}`) }));
  return (
    <FormSection name="mail" state={<ObstacleState obstacle={obstacle()} />}>
      <TextArrayInput source="alerts.emails" helperText={t('emailsHelp')} fullWidth />
      <FormRow>
        <TextInput source="alerts.smtp.host" />
        <SelectInput source="alerts.smtp.port" choices={ports} isRequired />
      </FormRow>
      <FormRow>
        <KeyInput source="alerts.smtp.user" isVisible />
        <TextInput source="alerts.smtp.from" type="email" />
      </FormRow>
      <SecretInput source="alerts.smtp.password" />
      <SettingsTestButton
        right="settings.secrets"
        label={t('test.email')}
        run={() => invoke('adminSettings', 'testNotification', { channel: 'email' })}
      />
    </FormSection>
  );
};

const QuietInputs = () => {
  const { quietHours } = useStoredNotification();
  return (
    <FormSection name="quiet" state={<ObstacleState obstacle={null} isOff={!quietHours.on} />}>
      <BooleanInput source="quietHours.on" />
      <FormRow>
        <TextInput source="quietHours.from" type="time" />
        <TextInput source="quietHours.to" type="time" />
      </FormRow>
    </FormSection>
  );
};

interface MessageTemplateInputsProps {
  event: UserEventName;
  /** Of the mini-program; undefined until it is known. */
  appid: string | undefined;
}

/** The message about one event: the template, its fields, and the message as they will see it. */
const MessageTemplateInputs = ({ event, appid }: MessageTemplateInputsProps) => {
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
