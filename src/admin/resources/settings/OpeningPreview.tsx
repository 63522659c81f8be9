import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { openingSentences } from '#contract/sentences/opening.ts';
import { OpeningNotice } from '../../../shared/OpeningNotice.tsx';
import { SignedImage } from '../../../shared/SignedImage.tsx';

/** The head of the visitors' pages as the values of the form make it, saved or not. */
export const OpeningPreview = () => {
  const translate = useTranslate();
  const [siteName, logo, message, isWebOpen, on] = useWatch({
    name: ['siteName', 'logo', 'maintenance.message', 'visitor.enabled', 'maintenance.on'],
  }) as [string, string, string | null, boolean, boolean];
  const isWebClosed = !isWebOpen && !on;
  return (
    <Box component="figure" sx={{ m: 0, mt: 1 }}>
      <Box
        sx={({ palette }) => ({
          '--warning': palette.warning.main,
          '--bg': palette.background.default,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'background.default',
        })}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, fontWeight: 600 }}>
          {logo && <SignedImage src={logo} alt="" width={26} height={26} fit="contain" />}
          {siteName}
        </Box>
        <OpeningNotice
          kind={isWebClosed ? 'webClosed' : 'maintenance'}
          message={
            isWebClosed ? openingSentences.webClosed : message || openingSentences.maintenance
          }
        />
      </Box>
      <Typography
        component="figcaption"
        variant="caption"
        sx={{ color: 'text.secondary', display: 'block', mt: 0.5 }}
      >
        {translate(on || isWebClosed ? 'settings.preview.shown' : 'settings.preview.whenOn')}
      </Typography>
    </Box>
  );
};
