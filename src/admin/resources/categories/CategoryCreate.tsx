import { useRedirect } from 'react-admin';
import { categoryEntity } from '#contract/category.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { CategoryInputs } from './CategoryInputs.tsx';

export const CategoryCreate = () => {
  const redirect = useRedirect();
  return (
    <FormPage>
      <RecordCreate>
        <RecordForm
          fields={categoryEntity.inputs}
          defaults={categoryEntity.defaults}
          onSaved={() => redirect('list', 'categories')}
        >
          <CategoryInputs />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
