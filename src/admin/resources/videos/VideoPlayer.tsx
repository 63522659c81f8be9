import { Alert, Box } from '@mui/material';
import { useState } from 'react';
import type { Video } from '#contract/video.ts';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';

export interface VideoPlayerProps {
  video: RecordOf<Video>;
  /** The second that is shown. */
  onTime?: (second: number) => void;
}

/** Plays a video when asked; says so where the browser cannot. */
export const VideoPlayer = ({ video, onTime }: VideoPlayerProps) => {
  const t = useTexts('resources.videos');
  const [failed, setFailed] = useState(false);
  const { name, mediaUrl, coverUrl } = video;
  return (
    <>
      <Box
        component="video"
        src={mediaUrl}
        poster={coverUrl}
        controls
        playsInline
        preload={onTime ? 'metadata' : 'none'}
        aria-label={name}
        onError={() => setFailed(true)}
        onTimeUpdate={({ currentTarget }) => onTime?.(currentTarget.currentTime)}
        onSeeked={({ currentTarget }) => onTime?.(currentTarget.currentTime)}
        sx={{
          display: 'block',
          width: 1,
          maxHeight: '50vh',
          aspectRatio: '16 / 9',
          borderRadius: 1,
          bgcolor: '#000',
        }}
      />
      {failed && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('notPlayable')}
        </Alert>
      )}
    </>
  );
};
