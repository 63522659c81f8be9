import MovieIcon from '@mui/icons-material/MovieOutlined';
import { Box, Button, ButtonBase, LinearProgress, Typography } from '@mui/material';
import {
  useInput,
  useResourceContext,
  useTranslate,
  useTranslateLabel,
  ValidationError,
} from 'react-admin';
import { formatBytes } from '../../../../shared/bytes.ts';
import { FileField } from '../../../kit/form/FileField.tsx';
import { useVideoUpload, type VideoUpload } from './useVideoUpload.ts';
import { VideoState } from './VideoState.tsx';

const accept =
  'video/mp4,video/quicktime,video/webm,video/x-msvideo,video/x-matroska,.mp4,.mov,.webm,.avi,.mkv';

export interface VideoInputProps {
  source: string;
  helperText?: string;
  /** CSS pixels. */
  width?: number;
}

/** A video of the video service; what the record keeps is the service's id of it. */
export const VideoInput = ({ source, helperText, width = 320 }: VideoInputProps) => {
  const translate = useTranslate();
  const label = String(useTranslateLabel()({ source, resource: useResourceContext() ?? '' }));
  const { field, fieldState } = useInput({ source });
  const upload = useVideoUpload(fileId => field.onChange(fileId));
  const value = String(field.value ?? '');
  const busy = upload.percent !== null;
  const message = fieldState.error?.message;
  const refused = upload.error || message;
  return (
    <FileField
      label={label}
      accept={accept}
      onFiles={files => {
        if (!busy) upload.start(files[0]);
      }}
      error={upload.error || (message && <ValidationError error={message} />)}
      help={helperText && translate(helperText, { _: helperText })}
      width={width}
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
