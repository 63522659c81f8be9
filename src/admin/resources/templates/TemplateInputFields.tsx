import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import {
  Box,
  Button,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  IconButton,
  InputBase,
  MenuItem,
  Switch,
  TextField,
} from '@mui/material';
import { get } from 'react-hook-form';
import { isPhotoInput } from '#contract/inputProblem.ts';
import {
  type InputType,
  inputTypes,
  isNumeric,
  type TemplateInput,
} from '#contract/templateInput.ts';
import type { WorkflowNode } from '#contract/workflow.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { TypedField } from '../../kit/base/TypedField.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { VisitorControl } from '../visitor-control/parts.ts';
import { retyped, withDefault } from './templateInputs.ts';

/** Sentences about a mapping that the workflow no longer has. */
export type MappingProblems = Record<'nodeId' | 'fieldName', string | undefined>;

export interface TemplateInputFieldsProps {
  input: TemplateInput;
  node: WorkflowNode | undefined;
  problems: MappingProblems;
  errors: object;
  onChange: (input: TemplateInput) => void;
}

/** Everything about one input that its type knows. */
export const TemplateInputFields = (props: TemplateInputFieldsProps) => {
  const { input, node, problems, errors, onChange } = props;
  const t = useTexts('resources.templates.inputs');
  const set = (fields: Partial<TemplateInput>) => onChange({ ...input, ...fields });
  const { type } = input;
  const isPhoto = isPhotoInput({ type });
  const errorOf = (field: string) => sentenceOf(get(errors, field));

  const text = (field: 'label' | 'key' | 'nodeId' | 'fieldName' | 'ratio', more: object = {}) => {
    const wrong = errorOf(field) ?? problems[field as keyof MappingProblems];
    const hint =
      field === 'nodeId' && node
        ? t('hints.node', { title: node.title, kind: node.classType })
        : t(`hints.${field}`);
    const stored = (value: string) => (field === 'ratio' ? value || null : value);
    return (
      <TextField
        label={t(field)}
        value={input[field] ?? ''}
        required={field === 'label' || field === 'key'}
        error={Boolean(wrong)}
        helperText={wrong ?? hint}
        onChange={({ target }) => set({ [field]: stored(target.value), ...more })}
        autoComplete="off"
      />
    );
  };
  const number = (field: 'min' | 'max' | 'step' | 'maxLength' | 'minSide') => (
    <TypedField
      label={t(field)}
      value={input[field]}
      error={Boolean(errorOf(field))}
      helperText={errorOf(field)}
      onChange={typed => set({ [field]: typed })}
      // The numbers of iOS have no minus.
      slotProps={{ htmlInput: { inputMode: /^m..$/.test(field) ? 'text' : 'decimal' } }}
    />
  );
  return (
    <SideBySide columns={{ sm: 'repeat(2, minmax(0, 1fr))' }} columnGap={2} rowGap={0}>
      {text('label')}
      {text('key')}
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
      {/* A number that is typed may be of any kind of node. */}
      {text('nodeId', { nodeClass: undefined })}
      {text('fieldName')}
      {(type === 'text' || type === 'textarea') && number('maxLength')}
      {isNumeric(type) && number('min')}
      {isNumeric(type) && number('max')}
      {isNumeric(type) && type !== 'seed' && number('step')}
      {isPhoto && number('minSide')}
      {isPhoto && text('ratio')}
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
    </SideBySide>
  );
};

interface Option {
  label: string;
  value: string;
}

interface TemplateInputOptionsProps {
  options: readonly Option[];
  errors: object;
  onChange: (options: Option[]) => void;
}

/** What can be chosen: what visitors read, and what is sent. */
const TemplateInputOptions = ({ options, errors, onChange }: TemplateInputOptionsProps) => {
  const t = useTexts('resources.templates.inputs');
  const message = sentenceOf(get(errors, 'message'));
  const set = (at: number, fields: Partial<Option>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...fields } : option)));
  return (
    <Box role="group" aria-label={t('options')} sx={{ gridColumn: '1 / -1', mt: 1 }}>
      <FormLabel sx={{ fontSize: '0.8125rem', fontWeight: 500, color: 'text.primary' }}>
        {t('options')}
      </FormLabel>
      {options.map((option, at) => (
        <Box key={at} sx={{ mt: 0.5 }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            {(['label', 'value'] as const).map(field => (
              <InputBase
                key={field}
                value={option[field]}
                placeholder={t(`option.${field}`)}
                onChange={({ target }) => set(at, { [field]: target.value })}
                error={Boolean(get(errors, `${at}.${field}`))}
                slotProps={{
                  input: {
                    'aria-label': `${t(`option.${field}`)} ${at + 1}`,
                    'aria-invalid': Boolean(get(errors, `${at}.${field}`)),
                  },
                }}
                sx={{
                  flex: 1,
                  minWidth: 0,
                  px: 1.25,
                  height: 36,
                  border: 1,
                  borderRadius: 1,
                  bgcolor: 'background.paper',
                  borderColor: get(errors, `${at}.${field}`) ? 'error.main' : 'divider',
                }}
              />
            ))}
            <IconButton
              size="small"
              aria-label={t('option.remove', { at: at + 1 })}
              onClick={() => onChange(options.filter((_, index) => index !== at))}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
          {firstError(errors, at) && (
            <FormHelperText error>{firstError(errors, at)}</FormHelperText>
          )}
        </Box>
      ))}
      {message && <FormHelperText error>{message}</FormHelperText>}
      <Button
        size="small"
        startIcon={<AddIcon />}
        onClick={() => onChange([...options, { label: '', value: '' }])}
        sx={{ mt: 0.5 }}
      >
        {t('option.add')}
      </Button>
    </Box>
  );
};

const firstError = (errors: object, at: number) =>
  sentenceOf(get(errors, `${at}.label`)) ?? sentenceOf(get(errors, `${at}.value`));
