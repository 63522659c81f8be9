import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { BooleanInput, NumberInput, TextArrayInput, TextInput } from '../../kit/form/inputs.tsx';
import { SecretInput } from './SecretInput.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { SettingsTestButton } from './SettingsTestButton.tsx';

export const PaymentInputs = () => {
  const t = useTexts('settings');
  const { invoke } = useDataProvider();
  return (
    <>
      <SettingsSection name="wxpay">
        <BooleanInput source="wxpay.enabled" helperText={t('help.wxpayEnabled')} />
        <FormRow>
          <TextInput source="wxpay.appid" />
          <TextInput source="wxpay.mchid" />
        </FormRow>
        <FormRow>
          <TextInput source="wxpay.certSerial" />
          <SecretInput source="wxpay.apiV3Key" />
        </FormRow>
        <SecretInput source="wxpay.privateKey" multiline />
        <TextInput source="wxpay.publicKeyId" fullWidth helperText={t('help.publicKeyId')} />
        <TextInput source="wxpay.platformPublicKey" multiline minRows={3} fullWidth />
        <FormRow>
          <TextInput source="wxpay.notifyUrl" type="url" />
          <TextInput source="wxpay.refundNotifyUrl" type="url" />
        </FormRow>
        <SettingsTestButton
          right="settings.secrets"
          label={t('test.payment')}
          run={() => invoke('adminSettings', 'testPayment', {})}
        />
      </SettingsSection>
      <SettingsSection name="orders">
        <FormRow columns={3}>
          <NumberInput source="orderExpireMin" helperText={t('help.orderExpire')} />
          <NumberInput source="webOrderDays" helperText={t('help.webOrderDays')} />
          <BooleanInput source="allowPartial" helperText={t('help.allowPartial')} />
        </FormRow>
        <TextArrayInput
          ofSentences
          source="refundReasons"
          helperText={t('help.refundReasons')}
          fullWidth
        />
      </SettingsSection>
    </>
  );
};
