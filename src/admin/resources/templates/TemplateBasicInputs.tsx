import { TextInput } from 'react-admin';
import { useTexts } from '../../kit/base/useTexts.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { ReferencesInput } from '../../kit/form/ReferencesInput.tsx';

/** All that going online demands, and what helps to find it. */
export const TemplateBasicInputs = () => {
  const t = useTexts('resources.templates');
  return (
    <>
      <FormSection title={t('sections.basic')} help={t('sections.basicHelp')}>
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
      <FormSection title={t('sections.cover')} help={t('sections.coverHelp')}>
        <ImageUploadInput source="coverImage" scene="template" helperText={t('help.coverImage')} />
      </FormSection>
    </>
  );
};
