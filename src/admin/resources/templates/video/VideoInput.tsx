import MovieIcon from '@mui/icons-material/MovieOutlined';
import { Box, Button, ButtonBase, LinearProgress, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useEvent, useTranslate } from 'react-admin';
import { texts } from '#contract/constants.ts';
import { MAX_VIDEO_BYTES } from '#contract/video.ts';
import { UploadCancelled } from '#dataProvider/upload.ts';
import { formatBytes } from '../../../../shared/bytes.ts';
import { useInvoke } from '../../../kit/base/hooks.ts';
import { FileField } from '../../../kit/form/FileField.tsx';
import { useUploadInput } from '../../../kit/form/uploadInputs.tsx';
import { VideoState } from './VideoState.tsx';

const accept =
  'video/mp4,video/quicktime,video/webm,video/x-msvideo,video/x-matroska,.mp4,.mov,.webm,.avi,.mkv';

/** CSS pixels. */
const WIDTH = 320;

/** A video of the video service; what the record keeps is the service's id of it. */
export const VideoInput = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const { field, shown } = useUploadInput(source);
  const { label, error } = shown;
  const upload = useVideoUpload(fileId => field.onChange(fileId));
  const value = String(field.value ?? '');
  const busy = upload.percent !== null;
  const refused = upload.error || error;
  return (
    <FileField
      {...shown}
      accept={accept}
      onFiles={files => {
        if (!busy) upload.start(files[0]);
      }}
      error={refused}
      width={WIDTH}
    >
      {({ pick }) => (
        <>
          <Box
            sx={{
              aspectRatio: '16 / 9',
              overflow: 'hidden',
              borderRadius: 1,
              border: 1,
              borderStyle: value && !busy ? 'solid' : 'dashed',
              borderColor: refused ? 'error.main' : 'divider',
              bgcolor: 'background.default',
            }}
          >
            {busy ? (
              <VideoProgress label={label} upload={upload} />
            ) : value ? (
              <VideoState fileId={value} />
            ) : (
              <ButtonBase
                onClick={pick}
                aria-label={`${translate('upload.video.choose')} ${label}`}
                sx={{
                  width: 1,
                  height: 1,
                  flexDirection: 'column',
                  gap: 0.5,
                  color: 'text.secondary',
                }}
              >
                <MovieIcon />
                <Typography variant="caption" component="span">
                  {translate('upload.video.hint')}
                </Typography>
                <Typography variant="caption" component="span" sx={{ fontSize: '0.6875rem' }}>
                  {translate('upload.video.formats')}
                </Typography>
              </ButtonBase>
            )}
          </Box>
          {(busy || value || upload.canRetry) && (
            <Box sx={{ display: 'flex', gap: 0.5, mt: 0.5, ml: -1 }}>
              {busy && (
                <Button size="small" onClick={upload.cancel}>
                  {translate('upload.cancel')}
                </Button>
              )}
              {!busy && upload.canRetry && (
                <Button size="small" onClick={upload.retry}>
                  {translate('upload.retry')}
                </Button>
              )}
              {!busy && value && (
                <>
                  <Button size="small" onClick={pick}>
                    {translate('form.upload.replace')}
                  </Button>
                  <Button
                    size="small"
                    aria-label={`${translate('form.upload.remove')} ${label}`}
                    onClick={() => {
                      upload.cancel();
                      field.onChange('');
                    }}
                  >
                    {translate('form.upload.remove')}
                  </Button>
                </>
              )}
            </Box>
          )}
        </>
      )}
    </FileField>
  );
};

const VideoProgress = ({ label, upload }: { label: string; upload: VideoUpload }) => {
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

interface VideoUpload {
  /** Null without an upload. */
  percent: number | null;
  file: File | null;
  error: string;
  canRetry: boolean;
  start: (file: File | undefined) => void;
  retry: () => void;
  /** Cancels the upload and forgets a failed one. */
  cancel: () => void;
}

/** Uploads one video, starts its processing, and passes its id on. A failed one is kept for another try. */
const useVideoUpload = (onUploaded: (fileId: string) => void): VideoUpload => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState('');
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  const cancel = useEvent(() => {
    abort.current.abort();
    setPercent(null);
    setFile(null);
    setError('');
  });

  const send = useEvent(async (chosen: File) => {
    const { signal } = (abort.current = new AbortController());
    setFile(chosen);
    setError('');
    setPercent(0);
    try {
      const { uploadVideo } = await import('./uploadVideo.ts');
      const onProgress = (now: number) => !signal.aborted && setPercent(now);
      const fileId = await uploadVideo(invoke, chosen, { onProgress, signal });
      // If this fails the video exists nevertheless, and can be processed later.
      await invoke('vodService', 'processVideo', { fileId }).catch(() => undefined);
      if (signal.aborted) return;
      cancel();
      onUploaded(fileId);
    } catch (failure) {
      if (signal.aborted || failure instanceof UploadCancelled) return;
      setPercent(null);
      setError((failure as Error).message);
    }
  });

  const start = useEvent((chosen: File | undefined) => {
    cancel();
    if (!chosen) return setError(texts.noFileChosen);
    if (!chosen.type.startsWith('video/'))
      return setError(texts.uploadFailed(translate('upload.video.wrongType')));
    if (chosen.size > MAX_VIDEO_BYTES)
      return setError(texts.uploadFailed(translate('upload.video.tooLarge')));
    void send(chosen);
  });

  return {
    percent,
    file,
    error,
    start,
    cancel,
    canRetry: file !== null && error !== '',
    retry: () => file && void send(file),
  };
};
