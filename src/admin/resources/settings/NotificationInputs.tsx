import { Box, TextField } from '@mui/material';
import { alertEvents, userEventNames } from '#contract/messageEvents.ts';
import { messageObstacle } from '#contract/messageObstacle.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import {
  BooleanInput,
  CheckboxGroupInput,
  KeyInput,
  SelectInput,
  TextArrayInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { MessageTemplateInputs } from './MessageTemplateInputs.tsx';
import { SecretInput } from './SecretInput.tsx';
import { ObstacleState } from './SettingState.tsx';
import { SettingsTestButton } from './SettingsTestButton.tsx';
import { useAppid, useStoredNotification } from './useStoredNotification.ts';

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
      <TextArrayInput source="readyTexts" helperText={t('readyTextsHelp')} fullWidth />
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
