import { type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { keywordEntity, type KeywordType, keywordTypes } from '#contract/keyword.ts';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { KeywordInputs } from './KeywordInputs.tsx';

const renderers: ValueRenderers = {
  type: value => keywordTypes[value as KeywordType].label,
  status: value => enabledStatuses[value as EnabledStatus].label,
};

export const KeywordEdit = () => (
  <RecordEdit entity={keywordEntity} renderers={renderers} redirect="list">
    <RecordHeader
      status={<StatusField choices={enabledStatuses} />}
      actions={<DeleteRecordButton variant="text" redirect="list" />}
    />
    <KeywordInputs />
  </RecordEdit>
);
