import { Alert, Box, Card, Tab, Tabs } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  Form,
  RecordContextProvider,
  ResourceContextProvider,
  Title,
  useTranslate,
} from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { SettingsAnswer } from '#contract/adminSettings.ts';
import type { ActionInput } from '#contract/index.ts';
import { secretSettings } from '#contract/rights/rights.ts';
import { settingFields, type SettingType, settingTypes } from '#contract/settingFields.ts';
import { loadSystemSettings } from '../../../shared/settings.ts';
import { Beside } from '../../kit/base/Beside.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { Later } from '../../kit/base/Later.tsx';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { draftKey } from '../../kit/form/drafts.ts';
import { FormDraft } from '../../kit/form/FormDraft.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { NumberInput, TextInput, BooleanInput, TextArrayInput } from '../../kit/form/inputs.tsx';
import { ReadOnlyContext } from '../../kit/form/ReadOnly.tsx';
import { RecordLoading } from '../../kit/form/RecordStates.tsx';
import { Toolbar } from '../../kit/form/Toolbar.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { validateWith } from '../../kit/form/zodValidation.ts';
import { SENDING } from '../messages/parts.ts';
import { GeneralInputs } from './GeneralInputs.tsx';
import { LegalTexts } from './LegalTexts.tsx';
import { NotificationInputs } from './NotificationInputs.tsx';
import { SecretInput } from './SecretInput.tsx';
import {
  changesBetween,
  draftFields,
  type SettingChange,
  withoutSecrets,
} from './settingChanges.ts';
import { SettingsContext } from './SettingsContext.ts';
import { SettingsDifference, type SettingsFormProps } from './SettingsDifference.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { SettingsTestButton } from './SettingsTestButton.tsx';
import { SystemInputs } from './SystemInputs.tsx';

const PaymentInputs = () => {
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
        <TextInput source="wxpay.otherKeyId" fullWidth helperText={t('help.otherKey')} />
        <TextInput source="wxpay.otherKey" multiline fullWidth />
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
      <SettingsSection name="virtual">
        <FormRow>
          <BooleanInput source="virtual.enabled" helperText={t('help.virtualEnabled')} />
          <BooleanInput source="virtual.sandbox" helperText={t('help.virtualSandbox')} />
        </FormRow>
        <FormRow>
          <BooleanInput source="virtual.ios" helperText={t('help.virtualIos')} />
          <TextInput source="virtual.iosLeastVersion" />
        </FormRow>
        <TextInput source="virtual.offerId" />
        <ImageUploadInput source="virtual.goodsPicture" scene="settings" ratio="1 / 1" />
        <FormRow>
          <SecretInput source="virtual.appKey" />
          <SecretInput source="virtual.sandboxAppKey" />
        </FormRow>
        <FormRow>
          <SecretInput source="virtual.pushToken" />
          <SecretInput source="virtual.pushAesKey" />
        </FormRow>
        <SettingsTestButton
          right="settings.secrets"
          label={t('test.virtual')}
          run={() => invoke('adminSettings', 'testPayment', { channel: 'virtual' })}
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

/** What the law asks of a service that is open to the public. */
const ComplianceInputs = () => {
  const t = useTexts('settings');
  return (
    <>
      <SettingsSection name="operator">
        <FormRow>
          <TextInput source="operator.name" helperText={t('help.operatorName')} />
          <TextInput source="operator.licenseUrl" type="url" helperText={t('help.licenseUrl')} />
        </FormRow>
        <TextInput source="operator.address" fullWidth />
      </SettingsSection>
      <SettingsSection name="filing">
        <FormRow>
          <TextInput source="filing.icp" helperText={t('help.icp')} />
          <TextInput source="filing.police" helperText={t('help.police')} />
        </FormRow>
        <TextInput source="filing.algorithm" helperText={t('help.algorithm')} fullWidth />
        <FormRow>
          <TextInput source="filing.model" helperText={t('help.model')} />
          <TextInput source="filing.modelNumber" helperText={t('help.modelNumber')} />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="complaints">
        <FormRow>
          <NumberInput source="complaints.acceptDays" helperText={t('help.acceptDays')} />
          <NumberInput source="complaints.answerDays" helperText={t('help.answerDays')} />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="consent">
        <TextInput source="miniProgram.consentFrom" helperText={t('help.consentFrom')} />
      </SettingsSection>
      <SettingsSection name="minors">
        <BooleanInput source="minors.under14" helperText={t('help.under14')} />
      </SettingsSection>
      <FormSection name="documents">
        <LegalTexts />
      </FormSection>
    </>
  );
};

const types = Object.keys(settingTypes) as SettingType[];

/** What seeing a kind takes, and what changing it. */
const rightTo = (word: 'read' | 'write', type: SettingType) =>
  secretSettings.includes(type) ? 'settings.secrets' : (`settings.${word}` as const);

/** One tab for each kind, in the address. */
export const SettingsPage = () => {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const can = useCan();
  const seen = types.filter(one => can(rightTo('read', one)));
  const type = seen.find(one => one === search.get('tab')) ?? 'general';
  return (
    <>
      <Title title="app.pages.settings" preferenceKey={false} />
      <Card sx={{ mb: 2 }}>
        <Tabs
          value={type}
          onChange={(_event, next: SettingType) => setSearch({ tab: next })}
          aria-label={translate('settings.tabs')}
          sx={{ px: 1 }}
        >
          {seen.map(one => (
            <Tab key={one} value={one} label={settingTypes[one].label} />
          ))}
        </Tabs>
      </Card>
      {below[type] && (
        <Box sx={{ mb: 2 }}>
          <PageLink to={`/${below[type]}`}>{translate(`app.pages.${below[type]}`)}</PageLink>
        </Box>
      )}
      <Section key={type} type={type} />
    </>
  );
};

/** The page that belongs to a tab. */
const below: Partial<Record<SettingType, string>> = {
  system: 'system-status',
  compliance: 'yearly-duties',
};

const Section = ({ type }: { type: SettingType }) => {
  const { settings, failed, reload, keep, save } = useSettings(type);
  if (failed) return <LoadFailure onRetry={reload} />;
  if (!settings) return <RecordLoading />;
  return <SettingsForm type={type} settings={settings} keep={keep} save={save} />;
};

/** Payment and notification settings have their own actions. */
const useSettings = (type: SettingType) => {
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const queryKey = ['adminSettings', type];
  const { data, isError, refetch } = useQuery<SettingsAnswer>({
    queryKey,
    queryFn: () => {
      if (type === 'payment') return invoke('adminSettings', 'getPaymentSettings', {});
      if (type === 'notification') return invoke('adminSettings', 'getNotificationSettings', {});
      return invoke('adminSettings', 'getSettings', { type });
    },
  });
  const keep = async (settings: SettingsAnswer) => {
    queryClient.setQueryData(queryKey, settings);
    // What the pages here go by, e.g. the limit of uploads.
    await loadSystemSettings(invoke);
    // What dialogs promise of messages.
    void queryClient.invalidateQueries({ queryKey: SENDING });
    return queryClient.invalidateQueries({ queryKey: ['adminSettings', 'revisions', type] });
  };
  const save = (rev: number, patch: Record<string, unknown>): Promise<SettingsAnswer> => {
    const change = { rev, data: patch };
    if (type === 'payment') return invoke('adminSettings', 'updatePaymentSettings', change);
    if (type === 'notification')
      return invoke('adminSettings', 'updateNotificationSettings', change);
    return invoke('adminSettings', 'updateSettings', { type, ...change } as ActionInput<
      'adminSettings',
      'updateSettings'
    >);
  };
  return { settings: data, failed: isError && !data, reload: () => void refetch(), keep, save };
};

const inputs = {
  general: GeneralInputs,
  compliance: ComplianceInputs,
  payment: PaymentInputs,
  notification: NotificationInputs,
  system: SystemInputs,
};

/** The stored values, the input, the difference shown before saving, and the versions before. */
const SettingsForm = (props: SettingsFormProps) => {
  const { type, settings, keep } = props;
  const Inputs = inputs[type];
  const shape = settingFields[type].shape;
  const [validate] = useState(() => validateWith(shape));
  const [changes, setChanges] = useState<SettingChange[] | null>(null);
  const translate = useTranslate();
  const mayWrite = useCan()(rightTo('write', type));
  const record = useMemo(
    () => ({ id: type, rev: settings.rev, ...withoutSecrets(type, settings.data) }),
    [type, settings],
  );
  return (
    <ResourceContextProvider value="settings">
      <RecordContextProvider value={record}>
        <SettingsContext value={settings}>
          <ReadOnlyContext value={!mayWrite}>
            <Form
              noValidate
              validate={validate}
              warnWhenUnsavedChanges
              onSubmit={(values: Record<string, unknown>) => {
                const found = changesBetween(type, settings.data, values);
                if (found.length > 0) setChanges(found);
              }}
            >
              <Beside
                aside={<SettingsHistory type={type} settings={settings} keep={keep} />}
                width={320}
              >
                <FormDraft draftKey={draftKey('settings', type)} fields={draftFields(type)} />
                {!mayWrite && (
                  <Alert severity="info" sx={{ mb: 2 }}>
                    {translate('access.readOnly')}
                  </Alert>
                )}
                <Later instead={<RecordLoading />}>
                  <Inputs />
                  {mayWrite && <Toolbar />}
                </Later>
              </Beside>
              {changes && (
                <SettingsDifference {...props} changes={changes} onClose={() => setChanges(null)} />
              )}
            </Form>
          </ReadOnlyContext>
        </SettingsContext>
      </RecordContextProvider>
    </ResourceContextProvider>
  );
};
