import { useRedirect } from 'react-admin';
import { localAppCategoryEntity } from '#contract/localApp.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { LocalAppCategoryInputs } from './LocalAppCategoryInputs.tsx';

export const LocalAppCategoryCreate = () => {
  const redirect = useRedirect();
  return (
    <FormPage>
      <RecordCreate>
        <RecordForm
          fields={localAppCategoryEntity.inputs}
          defaults={localAppCategoryEntity.defaults}
          onSaved={() => redirect('list', 'local-app-categories')}
        >
          <LocalAppCategoryInputs />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
