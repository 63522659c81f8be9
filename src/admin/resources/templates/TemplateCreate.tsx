import { firstPreset } from '#contract/preset.ts';
import { templateEntity } from '#contract/template.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { TemplateInputs } from './TemplateInputs.tsx';

/** Left out where no preset is wanted. */
const newTemplateFields = { ...templateEntity.inputs, preset: firstPreset.optional() };

/** Publishing is next, and happens on the edit page. */
export const TemplateCreate = () => (
  <RecordCreate
    fields={newTemplateFields}
    defaults={templateEntity.defaults}
    width="wide"
    redirect="edit"
  >
    <TemplateInputs />
  </RecordCreate>
);
