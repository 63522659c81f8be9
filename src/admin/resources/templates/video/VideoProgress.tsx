import { Box, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatBytes } from '../../../../shared/bytes.ts';
import type { VideoUpload } from './useVideoUpload.ts';

export const VideoProgress = ({ label, upload }: { label: string; upload: VideoUpload }) => {
  const translate = useTranslate();
  const { percent, file } = upload;
  const total = file?.size ?? 0;
  const done = percent ?? 0;
  return (
    <Box
      sx={{
        display: 'grid',
        placeContent: 'center',
        gap: 0.75,
        height: 1,
        px: 4,
        textAlign: 'center',
      }}
    >
      <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
        {file?.name}
      </Typography>
      <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {translate('upload.phases.send')} {done}% ·{' '}
        {translate('upload.bytes', {
          loaded: formatBytes((total * done) / 100),
          total: formatBytes(total),
        })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={done}
        aria-label={translate('form.upload.progress', { field: label })}
        sx={{ width: 220, maxWidth: 1, borderRadius: 1 }}
      />
    </Box>
  );
};
