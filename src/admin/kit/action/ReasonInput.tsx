import { Box, Chip } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';

export interface ReasonInputProps {
  /** Frequent reasons; translation key of texts separated by 、. */
  suggestions: string;
  /** `reason` when absent. */
  source?: string;
}

/** The reason of an action; frequent ones can be inserted with one tap. */
export const ReasonInput = ({ suggestions, source = 'reason' }: ReasonInputProps) => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <Box>
      <TextInput source={source} multiline minRows={2} isRequired fullWidth />
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
