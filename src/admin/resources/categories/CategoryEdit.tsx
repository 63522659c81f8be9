import { useRedirect } from 'react-admin';
import { categoryEntity, enabledStatuses } from '#contract/category.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
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
