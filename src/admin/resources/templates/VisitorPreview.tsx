import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isPhotoInput } from '#contract/inputProblem.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { untouchedValue, VisitorControl, type VisitorValue } from '../visitor-control/parts.ts';

/** The visitors' form, to be tried out; nothing is stored. */
export const VisitorPreview = ({ inputs }: { inputs: readonly TemplateInput[] }) => {
  const t = useTexts('resources.templates.visitor');
  const costCredits = useWatch({ name: 'costCredits' }) as number | null;
  const [tried, setTried] = useState<Record<string, VisitorValue>>({});
  return (
    <Box component="section" aria-label={t('title')} sx={{ position: 'sticky', top: 72 }}>
      <Typography variant="subtitle2" component="h2" gutterBottom>
        {t('title')}
      </Typography>
      <Box
        sx={{
          maxWidth: 320,
          p: 2,
          display: 'grid',
          gap: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 4,
          bgcolor: 'background.paper',
        }}
      >
        {inputs.length === 0 && <Quiet>{t('nothing')}</Quiet>}
        {inputs.map((input, at) =>
          isPhotoInput(input) ? (
            <PicturePlace key={at} input={input} />
          ) : (
            <VisitorControl
              key={at}
              input={input}
              value={tried[input.key] ?? untouchedValue(input)}
              onChange={value => setTried({ ...tried, [input.key]: value })}
            />
          ),
        )}
        <Box
          aria-hidden
          sx={{
            py: 1,
            borderRadius: 5,
            textAlign: 'center',
            fontWeight: 500,
            color: 'primary.contrastText',
            bgcolor: 'primary.main',
          }}
        >
          {costCredits ? t('generate', { count: costCredits }) : t('generateFree')}
        </Box>
      </Box>
    </Box>
  );
};

const PicturePlace = ({ input }: { input: TemplateInput }) => {
  const t = useTexts('resources.templates.visitor');
  const { label, required, type } = input;
  return (
    <Box>
      <Box sx={{ fontSize: '0.8125rem', fontWeight: 500, mb: 0.5 }}>
        {label || t('unnamed')}
        {required && ' *'}
      </Box>
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          height: 96,
          border: 1,
          borderStyle: 'dashed',
          borderColor: 'divider',
          borderRadius: 2,
          color: 'text.secondary',
          bgcolor: 'background.default',
          fontSize: '0.75rem',
        }}
      >
        <Box sx={{ textAlign: 'center' }}>
          <AddPhotoIcon />
          <div>{t(type === 'images' ? 'addPictures' : 'addPicture')}</div>
        </Box>
      </Box>
    </Box>
  );
};
