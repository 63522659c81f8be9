import { type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { localAppEntity } from '#contract/localApp.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { LocalAppColumns } from './LocalAppColumns.tsx';
import { LocalAppDeleteButton } from './LocalAppDeleteButton.tsx';

const picture = (value: unknown) => <SignedImage src={String(value)} width={96} height={96} />;

const renderers: ValueRenderers = {
  icon: picture,
  coverImage: picture,
  status: value => enabledStatuses[value as EnabledStatus].label,
  categoryId: value => (
    <ReferenceNames ids={[value as string]} reference="local-app-categories" name="name" />
  ),
};

export const LocalAppEdit = () => (
  <RecordEdit width="full" entity={localAppEntity} renderers={renderers}>
    <RecordHeader
      status={<StatusField choices={enabledStatuses} />}
      actions={<LocalAppDeleteButton variant="text" redirect="list" />}
    />
    <LocalAppColumns />
  </RecordEdit>
);
