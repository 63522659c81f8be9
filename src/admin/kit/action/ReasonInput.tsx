import { Box, Chip } from '@mui/material';
import { use } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { DialogTexts } from './DialogContext.tsx';

/** The reason of an action; frequent ones, `reasons` of the dialog's texts, can be inserted with one tap. */
export const ReasonInput = ({ source = 'reason' }: { source?: string }) => {
  const texts = use(DialogTexts);
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <Box>
      <TextInput source={source} multiline minRows={2} isRequired fullWidth />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
        {translate(`${texts}.reasons`)
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
