import { useRedirect } from 'react-admin';
import { categoryEntity, enabledStatuses } from '#contract/category.ts';
import { FormPage } from '../../form/FormPage.tsx';
import { RecordEdit } from '../../form/RecordEdit.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { RecordHeader } from '../../form/RecordHeader.tsx';
import { StatusField } from '../../list/StatusField.tsx';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryInputs } from './CategoryInputs.tsx';
import { CategoryMergeButton } from './CategoryMergeButton.tsx';
import { categoryRenderers } from './categoryRenderers.tsx';

export const CategoryEdit = () => {
  const redirect = useRedirect();
  const toList = () => redirect('list', 'categories');
  return (
    <FormPage>
      <RecordEdit>
        <RecordForm
          fields={categoryEntity.inputs}
          defaults={categoryEntity.defaults}
          renderers={categoryRenderers}
          onSaved={toList}
        >
          <RecordHeader
            status={<StatusField choices={enabledStatuses} />}
            actions={
              <>
                <CategoryMergeButton variant="text" onMerged={toList} />
                <CategoryDeleteButton variant="text" onDeleted={toList} />
              </>
            }
          />
          <CategoryInputs />
        </RecordForm>
      </RecordEdit>
    </FormPage>
  );
};
