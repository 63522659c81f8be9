import { Box } from '@mui/material';
import { BooleanInput, NumberInput, ReferenceInput, SelectInput, TextInput } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { localAppEntity } from '#contract/localApp.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { JsonInput } from '../../kit/form/JsonInput.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { squarePicture } from '../../kit/form/VersionValue.tsx';
import { LocalAppAside } from './LocalAppAside.tsx';
import { LocalAppDeleteButton } from './LocalAppDeleteButton.tsx';

export const LocalAppCreate = () => (
  <RecordCreate entity={localAppEntity} width="full" redirect="edit">
    <LocalAppColumns />
  </RecordCreate>
);

const renderers = { icon: squarePicture, coverImage: squarePicture };

export const LocalAppEdit = () => (
  <RecordEdit width="full" entity={localAppEntity} renderers={renderers}>
    <RecordHeader
      status={<StatusField choices={enabledStatuses} />}
      actions={<LocalAppDeleteButton variant="text" redirect="list" />}
    />
    <LocalAppColumns />
  </RecordEdit>
);

const LocalAppColumns = () => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 264px' },
      gap: 2,
      alignItems: 'start',
    }}
  >
    <Box sx={{ minWidth: 0 }}>
      <LocalAppInputs />
    </Box>
    <LocalAppAside />
  </Box>
);

const statuses = choicesOf(enabledStatuses);

const LocalAppInputs = () => {
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
