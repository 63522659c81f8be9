import { useState } from 'react';
import { useRedirect } from 'react-admin';
import { presetEntity } from '#contract/preset.ts';
import { FormPage } from '../../form/FormPage.tsx';
import { RecordCreate } from '../../form/RecordCreate.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { editPath } from '../../record.ts';
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
