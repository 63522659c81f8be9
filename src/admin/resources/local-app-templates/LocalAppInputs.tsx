import { Box } from '@mui/material';
import { BooleanInput, NumberInput, ReferenceInput, SelectInput, TextInput } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { JsonInput } from '../../kit/form/JsonInput.tsx';

const statuses = choicesOf(enabledStatuses);

export const LocalAppInputs = () => {
  const t = useTexts('resources.local-app-templates');
  return (
    <>
      <FormSection title={t('sections.basic')} help={t('sections.basicHelp')}>
        <FormRow>
          <TextInput source="name" helperText={t('help.name')} isRequired />
          <TextInput source="appCode" helperText={t('help.appCode')} isRequired />
        </FormRow>
        <TextInput source="description" multiline minRows={2} />
        <FormRow>
          <ReferenceInput
            source="categoryId"
            reference="local-app-categories"
            sort={{ field: 'sort', order: 'DESC' }}
            perPage={MAX_PAGE_SIZE}
          >
            <SelectInput
              optionText="name"
              emptyText={t('noCategory')}
              parse={(value: string | null) => value ?? ''}
              slotProps={{ select: { displayEmpty: true } }}
            />
          </ReferenceInput>
          <SelectInput
            source="status"
            choices={statuses}
            helperText={t('help.status')}
            isRequired
          />
        </FormRow>
      </FormSection>
      <FormSection title={t('sections.display')} help={t('sections.displayHelp')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ImageUploadInput
            source="icon"
            scene="template"
            ratio="1 / 1"
            helperText={t('help.icon')}
          />
          <ImageUploadInput source="coverImage" scene="template" helperText={t('help.cover')} />
        </Box>
        <FormRow>
          <NumberInput source="sort" helperText={t('help.sort')} />
          <BooleanInput source="isRecommend" helperText={t('help.isRecommend')} />
        </FormRow>
      </FormSection>
      <FormSection title={t('sections.run')} help={t('sections.runHelp')}>
        <TextInput source="entryPath" helperText={t('help.entryPath')} />
        <FormRow>
          <TextInput source="minVersion" helperText={t('help.minVersion')} />
          <NumberInput source="costCredits" helperText={t('help.costCredits')} min={0} />
        </FormRow>
        <JsonInput source="config" helperText={t('help.config')} />
      </FormSection>
    </>
  );
};
