import { BooleanInput, NumberInput, useTranslate } from 'react-admin';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { MoneyInput } from '../../kit/form/MoneyInput.tsx';
import { TemplateEngineInputs } from './TemplateEngineInputs.tsx';

const t = (key: string) => `resources.templates.${key}`;

/** Who does the work, and what it costs the visitor. */
export const TemplateBillingInputs = () => {
  const translate = useTranslate();
  return (
    <>
      <FormSection
        title={translate(t('sections.generation'))}
        help={translate(t('sections.generationHelp'))}
      >
        <TemplateEngineInputs />
      </FormSection>
      <FormSection
        title={translate(t('sections.billing'))}
        help={translate(t('sections.billingHelp'))}
      >
        <FormRow columns={3}>
          <NumberInput source="costCredits" helperText={t('help.costCredits')} min={0} step={1} />
          <MoneyInput source="priceFen" helperText={t('help.priceFen')} />
          <BooleanInput source="vipOnly" helperText={t('help.vipOnly')} />
        </FormRow>
      </FormSection>
    </>
  );
};
