import { firstPreset } from '#contract/preset.ts';
import { templateEntity } from '#contract/template.ts';
import { Create } from '../../kit/form/Create.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { TemplateInputs } from './TemplateInputs.tsx';

/** Left out where no preset is wanted. */
const firstPresetRule = { preset: firstPreset.optional() };

/** Publishing is next, and happens on the edit page. */
export const TemplateCreate = () => (
  <Create width="wide" redirect="edit">
    <SimpleForm entity={templateEntity} rules={firstPresetRule}>
      <TemplateInputs />
    </SimpleForm>
  </Create>
);
