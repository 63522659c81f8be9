import { Button } from '@mui/material';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { BooleanInput, NumberInput, TextArrayInput, TextInput } from '../../kit/form/inputs.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { OpeningPreview } from './OpeningPreview.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export const GeneralInputs = () => {
  const t = useTexts('settings');
  return (
    <>
      <SettingsSection name="site">
        <FormRow>
          <TextInput source="siteName" isRequired />
          <TextInput source="aiNotice" helperText={t('help.aiNotice')} />
        </FormRow>
        <ImageUploadInput source="logo" scene="settings" ratio="1 / 1" />
        <FormRow>
          <TextInput source="agreementUrl" type="url" />
          <TextInput source="privacyUrl" type="url" />
        </FormRow>
        <TextInput source="agreementVersion" isRequired helperText={t('help.agreementVersion')} />
        <Button
          href="/"
          target="_blank"
          rel="noreferrer"
          variant="outlined"
          sx={{ alignSelf: 'start', mt: 1 }}
        >
          {t('openVisitor')}
        </Button>
      </SettingsSection>
      <SettingsSection name="service">
        <FormRow>
          <TextInput source="customerService.wechat" />
          <TextInput source="customerService.phone" />
        </FormRow>
        <ImageUploadInput source="customerService.qrImage" scene="settings" ratio="1 / 1" />
      </SettingsSection>
      <SettingsSection name="gift">
        <FormRow>
          <NumberInput source="registerGiftCredits" />
          <NumberInput source="dailyFreeTasks" />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="maintenance">
        <FormRow>
          <BooleanInput source="visitor.enabled" helperText={t('help.visitorEnabled')} />
          <BooleanInput source="visitor.needLogin" helperText={t('help.needLogin')} />
        </FormRow>
        <BooleanInput source="maintenance.on" helperText={t('help.maintenance')} />
        <TextInput source="maintenance.message" multiline fullWidth />
        <TextArrayInput
          source="maintenance.allowOpenids"
          helperText={t('help.allowOpenids')}
          fullWidth
        />
        <OpeningPreview />
      </SettingsSection>
    </>
  );
};
