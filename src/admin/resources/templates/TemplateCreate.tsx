import { useRedirect } from 'react-admin';
import { firstPreset } from '#contract/preset.ts';
import { templateEntity } from '#contract/template.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { editPath } from '../../kit/base/record.ts';
import { TemplateInputs } from './TemplateInputs.tsx';

/** Left out where no preset is wanted. */
const newTemplateFields = { ...templateEntity.inputs, preset: firstPreset.optional() };

export const TemplateCreate = () => {
  const redirect = useRedirect();
  return (
    <FormPage wide>
      <RecordCreate>
        <RecordForm
          fields={newTemplateFields}
          defaults={templateEntity.defaults}
          // Publishing is next, and happens there.
          onSaved={({ id }) => redirect(editPath('templates', id))}
        >
          <TemplateInputs />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
