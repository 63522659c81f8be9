import { useState } from 'react';
import { presetDefaults } from '#contract/preset.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { PresetInputs } from './PresetInputs.tsx';
import { presetRules } from './presetRules.ts';

export const PresetCreate = () => {
  const [rules] = useState(presetRules);
  return (
    <RecordCreate fields={rules.fields} defaults={presetDefaults} width="wide" redirect="edit">
      <PresetInputs rules={rules} />
    </RecordCreate>
  );
};
