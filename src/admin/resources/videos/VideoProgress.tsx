import { Box, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatBytes } from '../../../shared/bytes.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { LeaveQuestion } from '../../kit/base/LeaveQuestion.tsx';
import type { VideoUpload } from './useVideoUpload.ts';

/** How much of an upload has been sent, which ends with the page. `label` names it to those who do not see it. */
export const VideoProgress = ({ label, upload }: { label: string; upload: VideoUpload }) => {
  const translate = useTranslate();
  const t = useTexts('upload');
  const { percent, file } = upload;
  const total = file?.size ?? 0;
  const done = percent ?? 0;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.75, minWidth: 0 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {file?.name}
      </Typography>
      <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('phases.send')} {done}% ·{' '}
        {t('bytes', { loaded: formatBytes((total * done) / 100), total: formatBytes(total) })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={done}
        aria-label={translate('form.upload.progress', { field: label })}
        sx={{ width: 220, maxWidth: 1, borderRadius: 1 }}
      />
      <LeaveQuestion text={t('video.leave')} />
    </Box>
  );
};
