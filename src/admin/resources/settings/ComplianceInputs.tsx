import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { NumberInput, TextInput } from '../../kit/form/inputs.tsx';
import { LegalTexts } from './LegalTexts.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** What the law asks of a service that is open to the public. */
export const ComplianceInputs = () => {
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
      <FormSection name="documents">
        <LegalTexts />
      </FormSection>
    </>
  );
};
