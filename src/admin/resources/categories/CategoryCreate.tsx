import { useRedirect } from 'react-admin';
import { categoryDefaults, categoryFields } from '#contract/category.ts';
import { FormPage } from '../../form/FormPage.tsx';
import { RecordCreate } from '../../form/RecordCreate.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { CategoryInputs } from './CategoryInputs.tsx';

export const CategoryCreate = () => {
  const redirect = useRedirect();
  return (
    <FormPage>
      <RecordCreate>
        <RecordForm
          fields={categoryFields}
          defaults={categoryDefaults}
          onSaved={() => redirect('list', 'categories')}
        >
          <CategoryInputs />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
