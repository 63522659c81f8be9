import CasinoIcon from '@mui/icons-material/CasinoOutlined';
import {
  Box,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  InputAdornment,
  MenuItem,
  Slider,
  Switch,
  TextField,
} from '@mui/material';
import { useId } from 'react';
import { IconButtonWithTooltip } from 'react-admin';
import type { TemplateInput } from '#contract/templateInput.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { TypedField } from '../../kit/base/TypedField.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { ImagesUpload } from '../../kit/form/ImagesUpload.tsx';
import { ImageUpload } from '../../kit/form/ImageUpload.tsx';
import { randomSeed, type VisitorValue } from './visitorValues.ts';

export interface VisitorControlProps {
  input: TemplateInput;
  value: VisitorValue | undefined;
  onChange: (value: VisitorValue) => void;
  error?: string | undefined;
}

/** What a visitor writes or chooses with, for all inputs but pictures. */
export const VisitorControl = ({ input, value, onChange, error }: VisitorControlProps) => {
  const t = useTexts('resources.templates.visitor');
  const { type, label, required, maxLength, options = [] } = input;
  const shown = label || t('unnamed');
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const common = {
    label: shown,
    required,
    value: text,
    error: Boolean(error),
    helperText:
      error ??
      (maxLength && (type === 'text' || type === 'textarea')
        ? `${text.length} / ${maxLength}`
        : undefined),
    fullWidth: true,
    margin: 'none' as const,
  };
  switch (type) {
    case 'switch':
      return (
        <Box>
          <FormControlLabel
            label={shown}
            control={
              <Switch checked={value === true} onChange={(_event, checked) => onChange(checked)} />
            }
          />
          {error && <FormHelperText error>{error}</FormHelperText>}
        </Box>
      );
    case 'slider':
      return (
        <SliderControl
          input={input}
          value={value}
          onChange={onChange}
          error={error}
          shown={shown}
        />
      );
    case 'select':
      return (
        <TextField
          {...common}
          select
          value={options.some(option => option.value === value) ? text : ''}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(option => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </TextField>
      );
    case 'number':
    case 'seed':
      return (
        <TypedField
          {...common}
          value={value}
          onChange={typed => onChange(typed ?? '')}
          slotProps={{
            input: {
              endAdornment: type === 'seed' && (
                <InputAdornment position="end">
                  <IconButtonWithTooltip
                    label={t('random')}
                    size="small"
                    edge="end"
                    onClick={() => onChange(randomSeed(input))}
                  >
                    <CasinoIcon fontSize="small" />
                  </IconButtonWithTooltip>
                </InputAdornment>
              ),
            },
          }}
        />
      );
    default:
      return (
        <TextField
          {...common}
          multiline={type === 'textarea'}
          minRows={type === 'textarea' ? 3 : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
};

interface SliderControlProps extends VisitorControlProps {
  shown: string;
}

const SliderControl = ({ input, value, onChange, error, shown }: SliderControlProps) => {
  const id = useId();
  const min = input.min ?? 0;
  const max = input.max ?? 1;
  const at = typeof value === 'number' ? value : min;
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: '0.8125rem' }}>
        <FormLabel id={id} sx={{ fontSize: 'inherit', fontWeight: 500, color: 'text.primary' }}>
          {shown}
        </FormLabel>
        <Quiet component="span">{at}</Quiet>
      </Box>
      <Box sx={{ px: 1 }}>
        <Slider
          size="small"
          aria-labelledby={id}
          value={at}
          min={min}
          max={Math.max(min, max)}
          step={input.step ?? (max - min) / 100}
          onChange={(_event, next) => onChange(next)}
        />
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
};

/** What an administrator fills in one input of a template with, in a visitor's stead: pictures too. */
export const InputControl = ({ input, value, error, onChange }: VisitorControlProps) => {
  if (input.type === 'image') {
    return (
      <ImageUpload
        label={input.label}
        scene="template"
        value={String(value ?? '')}
        onChange={onChange}
        error={error}
        width={120}
      />
    );
  }
  if (input.type === 'images') {
    return (
      <ImagesUpload
        label={input.label}
        scene="template"
        values={Array.isArray(value) ? value : []}
        onChange={onChange}
        max={9}
        error={error}
      />
    );
  }
  return <VisitorControl input={input} value={value} onChange={onChange} error={error} />;
};
