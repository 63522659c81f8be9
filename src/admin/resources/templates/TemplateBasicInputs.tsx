import { TextInput, useTranslate } from 'react-admin';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { ReferencesInput } from '../../kit/form/ReferencesInput.tsx';

const t = (key: string) => `resources.templates.${key}`;

/** All that going online demands, and what helps to find it. */
export const TemplateBasicInputs = () => {
  const translate = useTranslate();
  return (
    <>
      <FormSection title={translate(t('sections.basic'))} help={translate(t('sections.basicHelp'))}>
        <FormRow>
          <TextInput source="name" helperText={t('help.name')} isRequired />
          <TextInput source="subtitle" helperText={t('help.subtitle')} />
        </FormRow>
        <TextInput source="description" multiline minRows={3} />
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
      <FormSection title={translate(t('sections.cover'))} help={translate(t('sections.coverHelp'))}>
        <ImageUploadInput source="coverImage" scene="template" helperText={t('help.coverImage')} />
      </FormSection>
    </>
  );
};
