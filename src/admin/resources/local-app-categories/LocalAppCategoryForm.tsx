import { Card } from '@mui/material';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { localAppCategoryEntity } from '#contract/localApp.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { squarePicture } from '../../kit/form/VersionValue.tsx';
import { LocalAppCategoryDeleteButton } from './LocalAppCategoryDeleteButton.tsx';

export const LocalAppCategoryCreate = () => (
  <Create redirect="list">
    <SimpleForm entity={localAppCategoryEntity}>
      <LocalAppCategoryInputs />
    </SimpleForm>
  </Create>
);

export const LocalAppCategoryEdit = () => (
  <Edit redirect="list">
    <SimpleForm entity={localAppCategoryEntity} renderers={{ icon: squarePicture }}>
      <RecordHeader
        status={<StatusField choices={enabledStatuses} />}
        actions={<LocalAppCategoryDeleteButton variant="text" redirect="list" />}
      />
      <LocalAppCategoryInputs />
    </SimpleForm>
  </Edit>
);

const LocalAppCategoryInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FieldInputs entity={localAppCategoryEntity} names={['name', 'status', 'sort']} />
    <ImageUploadInput source="icon" scene="category" ratio="1 / 1" />
  </Card>
);
