import { Box, Chip } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';

export interface ReasonInputProps {
  /** What is written most often; translation key of sentences apart by 、. */
  suggestions: string;
  /** `reason` when absent. */
  source?: string;
}

/** Why something is done; the usual reasons are one tap away. */
export const ReasonInput = ({ suggestions, source = 'reason' }: ReasonInputProps) => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <Box>
      <TextInput source={source} multiline minRows={2} helperText={false} isRequired fullWidth />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
        {translate(suggestions)
          .split('、')
          .map(sentence => (
            <Chip
              key={sentence}
              label={sentence}
              variant="outlined"
              sx={{ minHeight: { xs: 32, sm: 0 } }}
              onClick={() =>
                setValue(source, sentence, { shouldDirty: true, shouldValidate: true })
              }
            />
          ))}
      </Box>
    </Box>
  );
};
