import { Card } from '@mui/material';
import { enabledStatuses } from '#contract/category.ts';
import { keywordEntity, keywordTypes } from '#contract/keyword.ts';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { NumberInput, SelectInput, TextArrayInput, TextInput } from '../../kit/form/inputs.tsx';
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

const KeywordInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FormRow>
      <TextInput source="word" isRequired />
      <SelectInput source="type" choices={keywordTypes} isRequired />
    </FormRow>
    <TextArrayInput source="aliases" fullWidth />
    <FormRow>
      <NumberInput source="weight" min={0} />
      <SelectInput source="status" choices={enabledStatuses} isRequired />
    </FormRow>
  </Card>
);
