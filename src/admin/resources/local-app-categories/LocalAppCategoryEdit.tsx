import { type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { localAppCategoryEntity } from '#contract/localApp.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { LocalAppCategoryDeleteButton } from './LocalAppCategoryDeleteButton.tsx';
import { LocalAppCategoryInputs } from './LocalAppCategoryInputs.tsx';

const renderers: ValueRenderers = {
  icon: value => <SignedImage src={String(value)} width={96} height={96} />,
  status: value => enabledStatuses[value as EnabledStatus].label,
};

export const LocalAppCategoryEdit = () => (
  <RecordEdit entity={localAppCategoryEntity} renderers={renderers} redirect="list">
    <RecordHeader
      status={<StatusField choices={enabledStatuses} />}
      actions={<LocalAppCategoryDeleteButton variant="text" redirect="list" />}
    />
    <LocalAppCategoryInputs />
  </RecordEdit>
);
