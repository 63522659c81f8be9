import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, FormHelperText, FormLabel, IconButton, InputBase } from '@mui/material';
import { get } from 'react-hook-form';
import { useTexts } from '../../kit/base/hooks.ts';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';

interface Option {
  label: string;
  value: string;
}

export interface TemplateInputOptionsProps {
  options: readonly Option[];
  errors: object;
  onChange: (options: Option[]) => void;
}

/** What can be chosen: what visitors read, and what is sent. */
export const TemplateInputOptions = ({ options, errors, onChange }: TemplateInputOptionsProps) => {
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
