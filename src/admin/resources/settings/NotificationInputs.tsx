import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { notificationKeys } from '#contract/adminSettings.ts';
import { useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import {
  BooleanInput,
  CheckboxGroupInput,
  TextArrayInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { SecretInput } from './SecretInput.tsx';
import { SettingsTestButton } from './SettingsTestButton.tsx';

type NotificationKey = keyof typeof notificationKeys;
const keys = Object.keys(notificationKeys) as NotificationKey[];
/** Of which users are told; administrators have the alerts. */
const events = keys.filter(key => key !== 'alert');
const alertEvents = ['refundAbnormal', 'keyExhausted', 'taskFailures', 'fulfilFailed'];

/** `thing1=模板名称`, a line for each field of the message. */
const toLines = (fields: unknown) =>
  typeof fields === 'string'
    ? fields
    : Object.entries((fields ?? {}) as Record<string, string>)
        .map(([key, value]) => `${key}=${value}`)
        .join('\n');
const toFields = (lines: string) =>
  Object.fromEntries(
    lines
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => {
        const [key = '', ...value] = line.split('=');
        return [key.trim(), value.join('=').trim()];
      }),
  );

export const NotificationInputs = () => {
  const t = useTexts('settings');
  return (
    <>
      <FormSection name="subscribe">
        {events.map(event => (
          <FormRow key={event}>
            <TextInput
              source={`subscribe.${event}.templateId`}
              label={t('templateOf', { event: notificationKeys[event].label })}
            />
            <MessageFieldsInput event={event} />
          </FormRow>
        ))}
      </FormSection>
      <FormSection name="alerts">
        <SecretInput source="alerts.wecomWebhook" />
        <TextArrayInput source="alerts.emails" helperText={t('help.emails')} fullWidth />
        <CheckboxGroupInput
          source="alerts.events"
          choices={alertEvents.map(id => ({ id, name: t(`events.${id}`) }))}
        />
        <TestNotification />
      </FormSection>
      <FormSection name="quiet">
        <BooleanInput source="quietHours.on" />
        <FormRow>
          <TextInput source="quietHours.from" type="time" />
          <TextInput source="quietHours.to" type="time" />
        </FormRow>
      </FormSection>
    </>
  );
};

/** While it is typed it is text; what it says goes into the form when one leaves. */
const MessageFieldsInput = ({ event }: { event: NotificationKey }) => {
  const t = useTexts('settings');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      source={`subscribe.${event}.fields`}
      label={t('fieldsOf', { event: notificationKeys[event].label })}
      format={fields => typed ?? toLines(fields)}
      parse={(lines: string) => {
        setTyped(lines);
        return toFields(lines);
      }}
      onBlur={() => setTyped(null)}
      multiline
      helperText={t('help.messageFields')}
    />
  );
};

const TestNotification = () => {
  const t = useTexts('settings');
  const invoke = useInvoke();
  const [key, setKey] = useState<NotificationKey>('alert');
  return (
    <>
      <TextField
        select
        label={t('test.which')}
        value={key}
        onChange={({ target }) => setKey(target.value as NotificationKey)}
        sx={{ maxWidth: 240, mt: 1 }}
      >
        {keys.map(one => (
          <MenuItem key={one} value={one}>
            {notificationKeys[one].label}
          </MenuItem>
        ))}
      </TextField>
      <SettingsTestButton
        label={t('test.notification')}
        run={() => invoke('adminSettings', 'testNotification', { key })}
      />
    </>
  );
};
