import { firstPreset } from '#contract/preset.ts';
import { templateEntity } from '#contract/template.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { TemplateInputs } from './TemplateInputs.tsx';

/** Left out where no preset is wanted. */
const firstPresetRule = { preset: firstPreset.optional() };

/** Publishing is next, and happens on the edit page. */
export const TemplateCreate = () => (
  <RecordCreate entity={templateEntity} rules={firstPresetRule} width="wide" redirect="edit">
    <TemplateInputs />
  </RecordCreate>
);
