import { useState } from 'react';
import { useRedirect } from 'react-admin';
import { presetEntity } from '#contract/preset.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { editPath } from '../../kit/base/record.ts';
import { PresetInputs } from './PresetInputs.tsx';
import { presetRules } from './presetRules.ts';

export const PresetCreate = () => {
  const redirect = useRedirect();
  const [rules] = useState(presetRules);
  return (
    <FormPage wide>
      <RecordCreate>
        <RecordForm
          fields={rules.fields}
          defaults={presetEntity.defaults}
          onSaved={({ id }) => redirect(editPath('templates/presets', id))}
        >
          <PresetInputs rules={rules} />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
