import { firstPreset } from '#contract/preset.ts';
import { templateDefaults, templateFields } from '#contract/template.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { TemplateInputs } from './TemplateInputs.tsx';

/** Left out where no preset is wanted. */
const newTemplateFields = { ...templateFields, preset: firstPreset.optional() };

/** Publishing is next, and happens on the edit page. */
export const TemplateCreate = () => (
  <RecordCreate fields={newTemplateFields} defaults={templateDefaults} width="wide" redirect="edit">
    <TemplateInputs />
  </RecordCreate>
);
