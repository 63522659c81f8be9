import { Button } from '@mui/material';
import { BooleanInput, NumberInput, TextArrayInput, TextInput } from 'react-admin';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';

export const GeneralInputs = () => {
  const t = useTexts('settings');
  return (
    <>
      <FormSection title={t('sections.site')} help={t('sections.siteHelp')}>
        <FormRow>
          <TextInput source="siteName" isRequired />
          <TextInput source="aiNotice" helperText={t('help.aiNotice')} />
        </FormRow>
        <ImageUploadInput source="logo" scene="settings" ratio="1 / 1" />
        <FormRow>
          <TextInput source="agreementUrl" type="url" />
          <TextInput source="privacyUrl" type="url" />
        </FormRow>
        <Button
          href="/"
          target="_blank"
          rel="noreferrer"
          variant="outlined"
          sx={{ alignSelf: 'start', mt: 1 }}
        >
          {t('openVisitor')}
        </Button>
      </FormSection>
      <FormSection title={t('sections.service')} help={t('sections.serviceHelp')}>
        <FormRow>
          <TextInput source="customerService.wechat" />
          <TextInput source="customerService.phone" />
        </FormRow>
        <ImageUploadInput source="customerService.qrImage" scene="settings" ratio="1 / 1" />
      </FormSection>
      <FormSection title={t('sections.gift')} help={t('sections.giftHelp')}>
        <FormRow>
          <NumberInput source="registerGiftCredits" min={0} />
          <NumberInput source="dailyFreeTasks" min={0} />
        </FormRow>
      </FormSection>
      <FormSection title={t('sections.maintenance')} help={t('sections.maintenanceHelp')}>
        <FormRow>
          <BooleanInput source="visitor.enabled" />
          <BooleanInput source="visitor.needLogin" />
        </FormRow>
        <BooleanInput source="maintenance.on" helperText={t('help.maintenance')} />
        <TextInput source="maintenance.message" multiline fullWidth />
        <TextArrayInput
          source="maintenance.allowOpenids"
          helperText={t('help.allowOpenids')}
          fullWidth
        />
      </FormSection>
    </>
  );
};
