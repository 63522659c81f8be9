import { useRedirect } from 'react-admin';
import { localAppCategoryDefaults, localAppCategoryFields } from '#contract/localApp.ts';
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
          fields={localAppCategoryFields}
          defaults={localAppCategoryDefaults}
          onSaved={() => redirect('list', 'local-app-categories')}
        >
          <LocalAppCategoryInputs />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
