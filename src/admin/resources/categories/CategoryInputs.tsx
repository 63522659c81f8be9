import { Card } from '@mui/material';
import { NumberInput, SelectInput, TextInput } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { CategoryParentInput } from './CategoryParentInput.tsx';
import { choicesOf } from '../../kit/form/choicesOf.ts';

const statuses = choicesOf(enabledStatuses);
const help = (field: string) => `resources.categories.help.${field}`;

export const CategoryInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FormRow>
      <TextInput source="name" helperText={help('name')} isRequired />
      <CategoryParentInput helperText={help('parentId')} />
    </FormRow>
    <TextInput source="description" multiline minRows={2} helperText={false} fullWidth />
    <FormRow>
      <NumberInput source="sort" helperText={help('sort')} step={1} />
      <SelectInput
        source="status"
        choices={statuses}
        translateChoice={false}
        helperText={help('status')}
        isRequired
      />
    </FormRow>
    <ImageUploadInput source="coverImage" scene="category" ratio="1 / 1" />
  </Card>
);
