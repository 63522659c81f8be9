import { Card } from '@mui/material';
import { useGetList, useRecordContext, useRedirect } from 'react-admin';
import { type Category, categoryEntity } from '#contract/category.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { SelectInput, TextInput } from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { squarePicture } from '../../kit/form/VersionValue.tsx';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryMergeButton } from './CategoryMergeButton.tsx';

export const CategoryCreate = () => (
  <Create redirect="list">
    <SimpleForm entity={categoryEntity}>
      <CategoryInputs />
    </SimpleForm>
  </Create>
);

export const CategoryEdit = () => {
  const redirect = useRedirect();
  const toList = () => redirect('list', 'categories');
  return (
    <Edit redirect="list">
      <SimpleForm entity={categoryEntity} renderers={{ coverImage: squarePicture }}>
        <RecordHeader
          status={<StatusField choices={enabledStatuses} />}
          actions={
            <>
              <CategoryMergeButton variant="text" onMerged={toList} />
              <CategoryDeleteButton variant="text" redirect="list" />
            </>
          }
        />
        <CategoryInputs />
      </SimpleForm>
    </Edit>
  );
};

const CategoryInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FormRow>
      <TextInput source="name" isRequired />
      <CategoryParentInput />
    </FormRow>
    <TextInput source="description" multiline minRows={2} fullWidth />
    <FieldInputs entity={categoryEntity} names={['sort', 'status']} />
    <ImageUploadInput source="coverImage" scene="category" ratio="1 / 1" />
  </Card>
);

/** Two levels: only a category of the first level may be a parent. */
const CategoryParentInput = () => {
  const t = useTexts('resources.categories');
  const record = useRecordContext();
  const { data = [] } = useGetList<RecordOf<Category>>('categories', {
    pagination: { page: 1, perPage: MAX_PAGE_SIZE },
    sort: { field: 'sort', order: 'DESC' },
    filter: {},
  });
  const parents = data.filter(({ id, parentId }) => id !== record?.id && !parentId);
  return (
    <SelectInput
      source="parentId"
      choices={parents}
      optionText="name"
      emptyText={t('topLevel')}
      slotProps={{ select: { displayEmpty: true } }}
      parse={(value: string | null) => value ?? ''}
    />
  );
};
