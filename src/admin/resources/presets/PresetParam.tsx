import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { inputTypes, type TemplateInput } from '#contract/templateInput.ts';
import { ImagesUpload } from '../../kit/form/ImagesUpload.tsx';
import { ImageUpload } from '../../kit/form/ImageUpload.tsx';
import { startingValue, VisitorControl, type VisitorValue } from '../visitor-control/parts.ts';

export interface PresetParamProps {
  input: TemplateInput;
  /** `undefined`: the visitor fills it in. */
  value: VisitorValue | undefined;
  error: string | undefined;
  onChange: (value: VisitorValue | undefined) => void;
}

export const PresetParam = ({ input, value, error, onChange }: PresetParamProps) => {
  const translate = useTranslate();
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
            {!isSet && ` · ${translate('resources.templates/presets.params.byVisitor')}`}
          </Typography>
        </Box>
        <FormControlLabel
          labelPlacement="start"
          label={translate('resources.templates/presets.params.fill')}
          slotProps={{ typography: { sx: { fontSize: '0.8125rem', color: 'text.secondary' } } }}
          control={
            <Switch
              size="small"
              checked={isSet}
              onChange={(_event, on) => onChange(on ? startingValue(input) : undefined)}
              slotProps={{
                input: {
                  role: 'switch',
                  'aria-label': translate('resources.templates/presets.params.fillOf', {
                    label: input.label,
                  }),
                },
              }}
            />
          }
          sx={{ m: 0, gap: 0.5 }}
        />
      </Box>
      {isSet && (
        <Box sx={{ py: 0.5, maxWidth: 420 }}>
          <ParamControl input={input} value={value} error={error} onChange={onChange} />
        </Box>
      )}
    </Box>
  );
};

const ParamControl = ({ input, value, error, onChange }: PresetParamProps) => {
  if (input.type === 'image') {
    return (
      <ImageUpload
        label={input.label}
        scene="template"
        value={String(value)}
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
