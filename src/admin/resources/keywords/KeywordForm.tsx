import { Card } from '@mui/material';
import { NumberInput, SelectInput, TextArrayInput, TextInput } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { keywordEntity, keywordTypes } from '#contract/keyword.ts';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';

export const KeywordCreate = () => (
  <RecordCreate entity={keywordEntity} redirect="list">
    <KeywordInputs />
  </RecordCreate>
);

export const KeywordEdit = () => (
  <RecordEdit entity={keywordEntity} redirect="list">
    <RecordHeader
      status={<StatusField choices={enabledStatuses} />}
      actions={<DeleteRecordButton variant="text" redirect="list" />}
    />
    <KeywordInputs />
  </RecordEdit>
);

const help = (field: string) => `resources.keywords.help.${field}`;

const KeywordInputs = () => (
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
