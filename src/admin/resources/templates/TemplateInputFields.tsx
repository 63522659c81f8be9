import { Box, FormControlLabel, MenuItem, Switch, TextField } from '@mui/material';
import { get } from 'react-hook-form';
import { type InputType, inputTypes, type TemplateInput } from '#contract/templateInput.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { VisitorControl } from '../visitor-control/parts.ts';
import { TemplateInputOptions } from './TemplateInputOptions.tsx';
import { retyped, withDefault, withRange } from './templateInputs.ts';

export interface TemplateInputFieldsProps {
  input: TemplateInput;
  errors: object;
  onChange: (input: TemplateInput) => void;
}

/** Everything about one input that its type knows. */
export const TemplateInputFields = ({ input, errors, onChange }: TemplateInputFieldsProps) => {
  const t = useTexts('resources.templates.inputs');
  const set = (fields: Partial<TemplateInput>) => onChange({ ...input, ...fields });
  const { type } = input;
  const errorOf = (field: string) => sentenceOf(get(errors, field));

  const text = (field: 'label' | 'key' | 'nodeId' | 'fieldName', help?: string) => (
    <TextField
      label={t(field)}
      value={input[field]}
      required={field === 'label' || field === 'key'}
      error={Boolean(errorOf(field))}
      helperText={errorOf(field) ?? (help && t(`hints.${help}`))}
      onChange={({ target }) => set({ [field]: target.value })}
      autoComplete="off"
    />
  );
  const number = (field: 'min' | 'max' | 'step' | 'maxLength') => (
    <TextField
      type="number"
      label={t(field)}
      value={input[field] ?? ''}
      error={Boolean(errorOf(field))}
      helperText={errorOf(field)}
      onChange={({ target }) => set({ [field]: target.value === '' ? null : Number(target.value) })}
      slotProps={{ htmlInput: { step: 'any' } }}
    />
  );
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {text('label', 'label')}
      {text('key', 'key')}
      <TextField
        select
        label={t('type')}
        value={type}
        onChange={({ target }) => onChange(retyped(input, target.value as InputType))}
      >
        {Object.entries(inputTypes).map(([id, { label }]) => (
          <MenuItem key={id} value={id}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        label={t('required')}
        control={
          <Switch
            checked={input.required}
            onChange={(_event, required) => set({ required })}
            slotProps={{ input: { role: 'switch' } }}
          />
        }
        sx={{ mt: { sm: 3.5 } }}
      />
      {text('nodeId', 'nodeId')}
      {text('fieldName', 'fieldName')}
      {(type === 'text' || type === 'textarea') && number('maxLength')}
      {withRange(type) && number('min')}
      {withRange(type) && number('max')}
      {withRange(type) && type !== 'seed' && number('step')}
      {type === 'select' && (
        <TemplateInputOptions
          options={input.options ?? []}
          errors={(get(errors, 'options') ?? {}) as object}
          onChange={options => set({ options })}
        />
      )}
      {withDefault(type) && (
        <Box sx={{ mt: 1 }}>
          <VisitorControl
            input={{ ...input, label: t('default'), required: false }}
            value={input.default ?? undefined}
            error={errorOf('default')}
            onChange={value => set({ default: value === '' ? null : (value as string) })}
          />
        </Box>
      )}
    </Box>
  );
};
