import { useState } from 'react';
import { presetEntity } from '#contract/preset.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { PresetInputs } from './PresetInputs.tsx';
import { presetRules } from './presetRules.ts';

export const PresetCreate = () => {
  const [rules] = useState(presetRules);
  return (
    <RecordCreate
      fields={rules.fields}
      defaults={presetEntity.defaults}
      width="wide"
      redirect="edit"
    >
      <PresetInputs rules={rules} />
    </RecordCreate>
  );
};
