import { Card } from '@mui/material';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { keywordEntity, keywordTypes } from '#contract/keyword.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { NumberInput, SelectInput, TextArrayInput, TextInput } from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';

export const KeywordCreate = () => (
  <Create redirect="list">
    <SimpleForm entity={keywordEntity}>
      <KeywordInputs />
    </SimpleForm>
  </Create>
);

export const KeywordEdit = () => (
  <Edit redirect="list">
    <SimpleForm entity={keywordEntity}>
      <RecordHeader
        status={<StatusField choices={enabledStatuses} />}
        actions={<DeleteButton variant="text" redirect="list" />}
      />
      <KeywordInputs />
    </SimpleForm>
  </Edit>
);

const KeywordInputs = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <FormRow>
      <TextInput source="word" isRequired />
      <SelectInput source="type" choices={keywordTypes} isRequired />
    </FormRow>
    <TextArrayInput source="aliases" fullWidth />
    <FormRow>
      <NumberInput source="weight" />
      <SelectInput source="status" choices={enabledStatuses} isRequired />
    </FormRow>
  </Card>
);
