import { Card } from '@mui/material';
import { NumberInput, SelectInput, TextInput } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';

const statuses = choicesOf(enabledStatuses);
const help = (field: string) => `resources.local-app-categories.help.${field}`;

export const LocalAppCategoryInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FormRow>
      <TextInput source="name" helperText={help('name')} isRequired />
      <SelectInput source="status" choices={statuses} helperText={help('status')} isRequired />
    </FormRow>
    <FormRow>
      <NumberInput source="sort" helperText={help('sort')} />
    </FormRow>
    <ImageUploadInput source="icon" scene="category" ratio="1 / 1" helperText={help('icon')} />
  </Card>
);
