import { Alert, Box, Button } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { get, useController, useFormState } from 'react-hook-form';
import { type Preset, type PresetParams, presetProblems } from '#contract/preset.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/Quiet.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { PresetParam } from './PresetParam.tsx';

export interface PresetParamsInputProps {
  /** The template's. */
  inputs: readonly TemplateInput[];
  /** Where in the form the preset keeps them. */
  source?: string;
}

/** One line for each input of the template: filled in here, or left to the visitor. */
export const PresetParamsInput = ({ inputs, source = 'params' }: PresetParamsInputProps) => {
  const t = useTexts('resources.templates/presets');
  const { field } = useController({ name: source });
  const { errors } = useFormState({ name: source });
  const record = useRecordContext<RecordOf<Preset>>();
  const params = (field.value ?? {}) as PresetParams;
  const isAsStored = JSON.stringify(params) === JSON.stringify(record?.params);
  // Stored values that no longer fit are reported at once; new ones only on saving.
  const problems = isAsStored ? presetProblems(inputs, params) : {};
  const left = Object.keys(params).filter(key => !inputs.some(input => input.key === key));
  const count = Object.keys(problems).length;

  const set = (key: string, value: PresetParams[string] | undefined) => {
    const { [key]: _, ...others } = params;
    field.onChange(value === undefined ? others : { ...others, [key]: value });
  };
  const errorOf = (key: string) =>
    sentenceOf(get(errors, `${source}.${key}`)) ?? problems[`params.${key}`];

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {count > 0 && <Alert severity="warning">{t('review.text', { count })}</Alert>}
      {left.map(key => (
        <Alert
          key={key}
          severity="error"
          variant="outlined"
          action={
            <Button size="small" color="inherit" onClick={() => set(key, undefined)}>
              {t('params.remove')}
            </Button>
          }
        >
          {t('params.gone', { key, value: String(params[key]) })}
        </Alert>
      ))}
      {inputs.length === 0 && left.length === 0 && <Quiet>{t('params.none')}</Quiet>}
      {inputs.map(input => (
        <PresetParam
          key={input.key}
          input={input}
          value={params[input.key]}
          error={errorOf(input.key)}
          onChange={value => set(input.key, value)}
        />
      ))}
    </Box>
  );
};
