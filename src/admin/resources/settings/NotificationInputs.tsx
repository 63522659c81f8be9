import { useState } from 'react';
import { alertEvents, userEventNames, userEvents } from '#contract/messageEvents.ts';
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
        {userEventNames.map(event => (
          <FormRow key={event}>
            <TextInput
              source={`subscribe.${event}.templateId`}
              label={t('templateOf', { event: userEvents[event].label })}
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
          choices={Object.entries(alertEvents).map(([id, { label }]) => ({ id, name: label }))}
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
const MessageFieldsInput = ({ event }: { event: keyof typeof userEvents }) => {
  const t = useTexts('settings');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      source={`subscribe.${event}.fields`}
      label={t('fieldsOf', { event: userEvents[event].label })}
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
  return (
    <SettingsTestButton
      label={t('test.notification')}
      run={() => invoke('adminSettings', 'testNotification', { channel: 'wecom' })}
    />
  );
};
