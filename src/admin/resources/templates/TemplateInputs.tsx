import { Box } from '@mui/material';
import { BooleanInput, NumberInput, TextInput, useTranslate } from 'react-admin';
import { FormRow, FormSection } from '../../form/FormSection.tsx';
import { ImageUploadInput } from '../../form/ImageUploadInput.tsx';
import { MoneyInput } from '../../form/MoneyInput.tsx';
import { ReferencesInput } from '../../form/ReferencesInput.tsx';
import { TemplateEngineInputs } from './TemplateEngineInputs.tsx';

const t = (key: string) => `resources.templates.${key}`;

export const TemplateInputs = () => {
  const translate = useTranslate();
  return (
    <>
      <FormSection title={translate(t('sections.basic'))} help={translate(t('sections.basicHelp'))}>
        <FormRow>
          <TextInput source="name" helperText={t('help.name')} isRequired />
          <TextInput source="subtitle" helperText={t('help.subtitle')} />
        </FormRow>
        <TextInput source="description" multiline minRows={3} helperText={false} />
        <FormRow>
          <ReferencesInput
            source="categoryIds"
            reference="categories"
            name="name"
            sort={{ field: 'sort', order: 'DESC' }}
            helperText={t('help.categoryIds')}
          />
          <ReferencesInput
            source="keywordIds"
            reference="keywords"
            name="word"
            sort={{ field: 'weight', order: 'DESC' }}
            helperText={t('help.keywordIds')}
          />
        </FormRow>
      </FormSection>
      <FormSection
        title={translate(t('sections.display'))}
        help={translate(t('sections.displayHelp'))}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ImageUploadInput
            source="coverImage"
            scene="template"
            helperText={t('help.coverImage')}
          />
          <ImageUploadInput source="beforeImage" scene="template" />
          <ImageUploadInput source="afterImage" scene="template" />
        </Box>
        <FormRow columns={3}>
          <NumberInput source="sort" helperText={t('help.sort')} step={1} />
          <BooleanInput source="isRecommend" helperText={t('help.isRecommend')} />
          <BooleanInput source="isNew" helperText={t('help.isNew')} />
        </FormRow>
      </FormSection>
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
