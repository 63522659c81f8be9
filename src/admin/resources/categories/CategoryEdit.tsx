import { useRedirect } from 'react-admin';
import { categoryEntity, type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryInputs } from './CategoryInputs.tsx';
import { CategoryMergeButton } from './CategoryMergeButton.tsx';

export const CategoryEdit = () => {
  const redirect = useRedirect();
  const toList = () => redirect('list', 'categories');
  return (
    <RecordEdit entity={categoryEntity} renderers={categoryRenderers} redirect="list">
      <RecordHeader
        status={<StatusField choices={enabledStatuses} />}
        actions={
          <>
            <CategoryMergeButton variant="text" onMerged={toList} />
            <CategoryDeleteButton variant="text" redirect="list" />
          </>
        }
      />
      <CategoryInputs />
    </RecordEdit>
  );
};

/** How a conflict shows a category's values. */
const categoryRenderers: ValueRenderers = {
  coverImage: value => <SignedImage src={String(value)} width={96} height={96} />,
  status: value => enabledStatuses[value as EnabledStatus].label,
  parentId: value => <ReferenceNames ids={[value as string]} reference="categories" name="name" />,
};
