import DoneIcon from '@mui/icons-material/CheckCircle';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { IconButtonWithTooltip } from 'react-admin';
import { formatBytes } from '../../../shared/bytes.ts';
import { useTexts } from '../base/hooks.ts';
import { isUnfinished, type UploadItem } from './uploadQueue.ts';
import { useUploadQueue } from './UploadQueueContext.tsx';

/** One upload: its phase with its bytes, or why it failed with a retry button. */
export const UploadRow = ({ item }: { item: UploadItem }) => {
  const t = useTexts('upload');
  const queue = useUploadQueue();
  const { id, file, state, progress, error, canRetry } = item;
  const { name } = file;
  const busy = isUnfinished(item);
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1, py: 0.75 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', fontSize: '0.8125rem' }}>
          <Typography noWrap sx={{ flex: 1, minWidth: 0, fontSize: 'inherit' }} title={name}>
            {name}
          </Typography>
          <Box
            component="span"
            role={error ? 'alert' : undefined}
            sx={{
              color: error ? 'error.main' : 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
              fontSize: '0.75rem',
            }}
          >
            {error || <Course item={item} />}
          </Box>
        </Box>
        {busy && (
          <LinearProgress
            variant={state === 'preparing' ? 'indeterminate' : 'determinate'}
            value={progress?.percent ?? 0}
            aria-label={t('progressOf', { name })}
            sx={{ mt: 0.5, borderRadius: 1 }}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        {state === 'done' && <DoneIcon color="success" sx={{ fontSize: 18, mx: 0.75 }} />}
        {state === 'failed' && canRetry && (
          <Button size="small" aria-label={t('retryOf', { name })} onClick={() => queue.retry(id)}>
            {t('retry')}
          </Button>
        )}
        {state !== 'done' && (
          <IconButtonWithTooltip
            label={t('cancel')}
            size="small"
            aria-label={t(busy ? 'cancelOf' : 'dismissOf', { name })}
            onClick={() => queue.cancel(id)}
          >
            <CloseIcon fontSize="small" />
          </IconButtonWithTooltip>
        )}
      </Box>
    </Box>
  );
};

const Course = ({ item: { state, progress, file } }: { item: UploadItem }) => {
  const t = useTexts('upload');
  if (state === 'waiting' || state === 'preparing')
    return <>{t(state === 'waiting' ? 'waiting' : 'preparing')}</>;
  if (state === 'done' || !progress)
    return (
      <>
        {t(state === 'done' ? 'phases.done' : 'phases.read')} · {formatBytes(file.size)}
      </>
    );
  const { phase, percent, loaded, total } = progress;
  const bytes = { loaded: formatBytes(loaded), total: formatBytes(total) };
  return (
    <>
      {t(`phases.${phase}`)} {percent}%{phase !== 'store' && ` · ${t('bytes', bytes)}`}
    </>
  );
};
