import { FormHelperText } from '@mui/material';
import { SelectInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type TemplateEngine, templateEngines } from '#contract/template.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { KeyPoolInput } from './KeyPoolInput.tsx';

const choices = choicesOf(templateEngines);

/** The number that an engine knows the work by; the other engine's stays in the record. */
export const TemplateEngineInputs = () => {
  const translate = useTranslate();
  const engine = useWatch({ name: 'engine' }) as TemplateEngine;
  return (
    <FormRow>
      <SelectInput
        source="engine"
        choices={choices}
        translateChoice={false}
        helperText={false}
        isRequired
      />
      {engine === 'workflow' && (
        <TextInput source="workflowId" helperText="resources.templates.help.workflowId" />
      )}
      {engine === 'ai_app' && (
        <TextInput source="webappId" helperText="resources.templates.help.webappId" />
      )}
      {engine !== 'local' && <KeyPoolInput />}
      {engine === 'local' && (
        <FormHelperText sx={{ mt: { sm: 4.5 } }}>
          {translate('resources.templates.help.local')}
        </FormHelperText>
      )}
    </FormRow>
  );
};
