import { useRedirect } from 'react-admin';
import { localAppEntity } from '#contract/localApp.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { editPath } from '../../kit/base/record.ts';
import { LocalAppColumns } from './LocalAppColumns.tsx';

export const LocalAppCreate = () => {
  const redirect = useRedirect();
  return (
    <RecordCreate>
      <RecordForm
        fields={localAppEntity.inputs}
        defaults={localAppEntity.defaults}
        onSaved={({ id }) => redirect(editPath('local-app-templates', id))}
      >
        <LocalAppColumns />
      </RecordForm>
    </RecordCreate>
  );
};
