import { useRedirect } from 'react-admin';
import { templateDefaults, templateFields } from '#contract/template.ts';
import { FormPage } from '../../form/FormPage.tsx';
import { RecordCreate } from '../../form/RecordCreate.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { editPath } from '../../record.ts';
import { TemplateInputs } from './TemplateInputs.tsx';

export const TemplateCreate = () => {
  const redirect = useRedirect();
  return (
    <FormPage wide>
      <RecordCreate>
        <RecordForm
          fields={templateFields}
          defaults={templateDefaults}
          // Publishing is next, and happens there.
          onSaved={({ id }) => redirect(editPath('templates', id))}
        >
          <TemplateInputs />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
