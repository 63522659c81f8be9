import { Box, Chip } from '@mui/material';
import { ReferenceInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { type LocalApp, localAppEntity } from '#contract/localApp.ts';
import { formatCount } from '../../../shared/count.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { Beside } from '../../kit/base/Beside.tsx';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { Quiet, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { BooleanInput, NumberInput, SelectInput, TextInput } from '../../kit/form/inputs.tsx';
import { JsonInput } from '../../kit/form/JsonInput.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { squarePicture } from '../../kit/form/VersionValue.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { LocalAppDeleteButton } from './LocalAppDeleteButton.tsx';

export const LocalAppCreate = () => (
  <Create width="full" redirect="edit">
    <SimpleForm entity={localAppEntity}>
      <LocalAppColumns />
    </SimpleForm>
  </Create>
);

const renderers = { icon: squarePicture, coverImage: squarePicture };

export const LocalAppEdit = () => (
  <Edit width="full">
    <SimpleForm entity={localAppEntity} renderers={renderers}>
      <RecordHeader
        status={<StatusField choices={enabledStatuses} />}
        actions={<LocalAppDeleteButton variant="text" redirect="list" />}
      />
      <LocalAppColumns />
    </SimpleForm>
  </Edit>
);

const LocalAppColumns = () => (
  <Beside aside={<LocalAppAside />} width={264} sticky>
    <LocalAppInputs />
  </Beside>
);

const LocalAppInputs = () => {
  const t = useTexts('resources.local-app-templates');
  return (
    <>
      <FormSection name="basic">
        <FieldInputs entity={localAppEntity} names={['name', 'appCode']} />
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
          <SelectInput source="status" choices={enabledStatuses} isRequired />
        </FormRow>
      </FormSection>
      <FormSection name="display">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ImageUploadInput source="icon" scene="template" ratio="1 / 1" />
          <ImageUploadInput source="coverImage" scene="template" />
        </Box>
        <FormRow>
          <NumberInput source="sort" />
          <BooleanInput source="isRecommend" />
        </FormRow>
      </FormSection>
      <FormSection name="run">
        <TextInput source="entryPath" />
        <FieldInputs entity={localAppEntity} names={['minVersion', 'costCredits']} />
        <JsonInput source="config" />
      </FormSection>
    </>
  );
};

/** Beside the form: how the app will look, and what is known of it. */
const LocalAppAside = () => {
  const t = useTexts('resources.local-app-templates');
  const record = useRecordContext<Partial<RecordOf<LocalApp>> & { id: string }>();
  const written = (by: string | undefined, at: number | undefined) =>
    at !== undefined && (
      <>
        {by && `${by} · `}
        <Time instant={at} />
      </>
    );
  return (
    <>
      <Panel title={t('preview.title')}>
        <LocalAppPreview />
      </Panel>
      {record?.id !== undefined && (
        <Panel title={t('facts.title')}>
          <FactList
            facts={[
              [
                t('fields.useCount'),
                record.useCount === undefined ? undefined : formatCount(record.useCount),
              ],
              [t('facts.createBy'), written(record.createBy?.name, record.createTime)],
              [t('facts.updateBy'), written(record.updateBy?.name, record.updateTime)],
              [t('facts.id'), <code key="id">{record.id}</code>],
            ]}
          />
        </Panel>
      )}
    </>
  );
};

/** What a user of the mini-program will see of it, while it is being typed. */
const LocalAppPreview = () => {
  const t = useTexts('resources.local-app-templates.preview');
  const values = useWatch() as Partial<LocalApp>;
  const name = values.name || t('unnamed');
  const cost = values.costCredits ?? 0;
  return (
    <Box
      sx={{
        overflow: 'hidden',
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        opacity: values.status === 'disabled' ? 0.5 : 1,
      }}
    >
      <Box sx={{ position: 'relative', aspectRatio: '16 / 10', bgcolor: 'action.hover' }}>
        <SignedImage src={values.coverImage ?? ''} alt={name} width="100%" height="100%" />
        {values.isRecommend && (
          <Chip
            color="primary"
            label={t('recommended')}
            sx={{ position: 'absolute', top: 8, left: 8 }}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.25, p: 1.5 }}>
        <PictureTile src={values.icon ?? ''} name={name} size={40} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
          <Box
            sx={{
              color: 'text.secondary',
              fontSize: '0.75rem',
              display: '-webkit-box',
              overflow: 'hidden',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 2,
            }}
          >
            {values.description}
          </Box>
          <Box sx={{ mt: 0.5, fontSize: '0.75rem', fontWeight: 500 }}>
            {cost > 0 ? t('cost', { count: cost }) : t('free')}
          </Box>
        </Box>
      </Box>
      {values.status === 'disabled' && (
        <Quiet tiny sx={{ px: 1.5, pb: 1.5 }}>
          {t('hidden')}
        </Quiet>
      )}
    </Box>
  );
};
