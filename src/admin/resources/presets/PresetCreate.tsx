import { useState } from 'react';
import { presetEntity } from '#contract/preset.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { PresetInputs } from './PresetInputs.tsx';
import { presetRules } from './presetRules.ts';

export const PresetCreate = () => {
  const [rules] = useState(presetRules);
  return (
    <RecordCreate entity={presetEntity} rules={rules.fields} width="wide" redirect="edit">
      <PresetInputs rules={rules} />
    </RecordCreate>
  );
};
