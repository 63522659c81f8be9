import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';

export const KeywordCreate = () => (
  <Create redirect="list">
    <SimpleForm entity={keywordEntity} />
  </Create>
);

export const KeywordEdit = () => (
  <Edit redirect="list">
    <RecordHeader
      status={<StatusField choices={enabledStatuses} />}
      actions={<DeleteButton variant="text" redirect="list" />}
    />
    <SimpleForm entity={keywordEntity} />
  </Edit>
);
