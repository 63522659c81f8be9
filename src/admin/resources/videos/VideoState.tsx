import { Box, Button, LinearProgress, Skeleton, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { mayMove } from '#contract/states.ts';
import { type Video, videoEntity, videoStatuses } from '#contract/video.ts';
import { formatBytes } from '../../../shared/bytes.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { useLookedQuery } from '../../kit/base/useLook.ts';
import { VideoCover } from './VideoCover.tsx';
import { isMoving, lasting } from './videoRecord.ts';

const POLL_MS = 3_000;

/** The state of a video: processing, failed with the reason, or ready with its cover. */
export const VideoState = ({ fileId }: { fileId: string }) => {
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const can = useCan();
  const { data, error, refetch, isFetching } = useLookedQuery({
    queryKey: ['videos', 'getVideoStatus', fileId],
    read: options => invoke('vodService', 'getVideoStatus', { fileId }, options),
    enabled: can('images.read'),
    every: video => isMoving(video) && POLL_MS,
  });
  const startProcessing = useMutation({
    mutationFn: () => invoke('vodService', 'processVideo', { fileId }),
    onSettled: () => refetch(),
  });
  if (error) {
    return (
      <Lines title={translate('upload.video.unknown')} text={fileId}>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {translate('list.failed.retry')}
        </Button>
      </Lines>
    );
  }
  if (!can('images.read')) return <Lines title={translate('upload.video.stored')} text={fileId} />;
  if (!data) return <Skeleton variant="rectangular" sx={{ width: 1, height: 1 }} />;
  const { status, progress, errorMessage, name } = data;
  if (status === 'ready') return <Cover video={data} />;
  return (
    <Lines
      title={name}
      text={
        (startProcessing.error?.message ?? errorMessage) ||
        `${videoStatuses[status].label}${status === 'processing' ? ` ${progress}%` : ''}`
      }
      isError={Boolean(startProcessing.error) || status === 'failed'}
    >
      {status === 'processing' && (
        <LinearProgress
          variant="determinate"
          value={progress}
          aria-label={translate('upload.video.processing', { name })}
          sx={{ width: 200, borderRadius: 1 }}
        />
      )}
      {can('images.write') && mayMove(videoEntity.transitions, status, 'processing') && (
        <Button
          size="small"
          loading={startProcessing.isPending}
          onClick={() => startProcessing.mutate()}
        >
          {translate('upload.video.process')}
        </Button>
      )}
    </Lines>
  );
};

interface LinesProps {
  title: string;
  text: string;
  isError?: boolean;
  children?: ReactNode;
}

const Lines = ({ title, text, isError = false, children }: LinesProps) => (
  <Box
    role="status"
    sx={{
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      gap: 0.5,
      height: 1,
      px: 2,
    }}
  >
    <Typography noWrap title={title} sx={{ maxWidth: 260, fontSize: '0.8125rem', fontWeight: 500 }}>
      {title}
    </Typography>
    <Typography
      variant="caption"
      sx={{ color: isError ? 'error.main' : 'text.secondary', textAlign: 'center' }}
    >
      {text}
    </Typography>
    {children}
  </Box>
);

const Cover = ({ video: { name, coverUrl, durationSec, sizeBytes } }: { video: Video }) => (
  <Box sx={{ position: 'relative', height: 1, bgcolor: 'action.hover' }}>
    <VideoCover src={coverUrl} name={name} />
    <Box
      sx={{
        position: 'absolute',
        inset: 'auto 0 0 0',
        display: 'flex',
        gap: 1,
        px: 1,
        py: 0.5,
        color: '#fff',
        bgcolor: 'rgb(0 0 0 / 62%)',
        fontSize: '0.75rem',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Typography noWrap title={name} sx={{ flex: 1, fontSize: 'inherit' }}>
        {name}
      </Typography>
      {durationSec > 0 && <span>{lasting(durationSec)}</span>}
      <span>{formatBytes(sizeBytes)}</span>
    </Box>
  </Box>
);
