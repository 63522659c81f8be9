import { Card } from '@mui/material';
import { NumberInput, SelectInput, TextArrayInput, TextInput } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { keywordTypes } from '#contract/keyword.ts';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';

const help = (field: string) => `resources.keywords.help.${field}`;

export const KeywordInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FormRow>
      <TextInput source="word" helperText={help('word')} isRequired />
      <SelectInput source="type" choices={choicesOf(keywordTypes)} isRequired />
    </FormRow>
    <TextArrayInput source="aliases" helperText={help('aliases')} fullWidth />
    <FormRow>
      <NumberInput source="weight" helperText={help('weight')} min={0} />
      <SelectInput
        source="status"
        choices={choicesOf(enabledStatuses)}
        helperText={help('status')}
        isRequired
      />
    </FormRow>
  </Card>
);
