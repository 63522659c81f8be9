import { Alert, Box, Button, FormControlLabel, Switch, Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { get, useController, useFormState } from 'react-hook-form';
import { type Preset, type PresetParams, presetProblems } from '#contract/preset.ts';
import { inputTypes, type TemplateInput } from '#contract/templateInput.ts';
import { equal } from '#dataProvider/sameValue.ts';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { InputControl, startingValue, type VisitorValue } from '../visitor-control/parts.ts';

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
  const isAsStored = equal(params, record?.params);
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

interface PresetParamProps {
  input: TemplateInput;
  /** `undefined`: the visitor fills it in. */
  value: VisitorValue | undefined;
  error: string | undefined;
  onChange: (value: VisitorValue | undefined) => void;
}

const PresetParam = ({ input, value, error, onChange }: PresetParamProps) => {
  const t = useTexts('resources.templates/presets.params');
  const isSet = value !== undefined;
  return (
    <Box
      role="group"
      aria-label={input.label}
      sx={{
        border: 1,
        borderColor: error ? 'error.main' : 'divider',
        borderRadius: 1,
        px: 1.5,
        py: 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="span" sx={{ fontWeight: 500 }}>
            {input.label}
          </Typography>
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary', ml: 1 }}>
            {inputTypes[input.type].label}
            {!isSet && ` · ${t('byVisitor')}`}
          </Typography>
        </Box>
        <FormControlLabel
          labelPlacement="start"
          label={t('fill')}
          slotProps={{ typography: { sx: { fontSize: '0.8125rem', color: 'text.secondary' } } }}
          control={
            <Switch
              size="small"
              checked={isSet}
              onChange={(_event, on) => onChange(on ? startingValue(input) : undefined)}
              slotProps={{
                input: {
                  role: 'switch',
                  'aria-label': t('fillOf', { label: input.label }),
                },
              }}
            />
          }
          sx={{ m: 0, gap: 0.5 }}
        />
      </Box>
      {isSet && (
        <Box sx={{ py: 0.5, maxWidth: 420 }}>
          <InputControl input={input} value={value} error={error} onChange={onChange} />
        </Box>
      )}
    </Box>
  );
};
