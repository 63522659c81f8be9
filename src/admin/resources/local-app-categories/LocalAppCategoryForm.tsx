import { Card } from '@mui/material';
import { enabledStatuses } from '#contract/category.ts';
import { localAppCategoryEntity } from '#contract/localApp.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { NumberInput, SelectInput, TextInput } from '../../kit/form/inputs.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { squarePicture } from '../../kit/form/VersionValue.tsx';
import { LocalAppCategoryDeleteButton } from './LocalAppCategoryDeleteButton.tsx';

export const LocalAppCategoryCreate = () => (
  <RecordCreate entity={localAppCategoryEntity} redirect="list">
    <LocalAppCategoryInputs />
  </RecordCreate>
);

export const LocalAppCategoryEdit = () => (
  <RecordEdit entity={localAppCategoryEntity} renderers={{ icon: squarePicture }} redirect="list">
    <RecordHeader
      status={<StatusField choices={enabledStatuses} />}
      actions={<LocalAppCategoryDeleteButton variant="text" redirect="list" />}
    />
    <LocalAppCategoryInputs />
  </RecordEdit>
);

const LocalAppCategoryInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FormRow>
      <TextInput source="name" isRequired />
      <SelectInput source="status" choices={enabledStatuses} isRequired />
    </FormRow>
    <FormRow>
      <NumberInput source="sort" />
    </FormRow>
    <ImageUploadInput source="icon" scene="category" ratio="1 / 1" />
  </Card>
);
