import MovieIcon from '@mui/icons-material/MovieOutlined';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useDialog } from '../../kit/action/DialogContext.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { FileField } from '../../kit/form/FileField.tsx';
import { useUploadInput } from '../../kit/form/uploadInputs.tsx';
import { acceptedVideos, useVideoUpload } from './useVideoUpload.ts';
import { VideoChooser } from './VideoChooser.tsx';
import { VideoProgress } from './VideoProgress.tsx';
import { VideoState } from './VideoState.tsx';

/** CSS pixels. */
const WIDTH = 320;

/** A video, chosen from the library or uploaded to it; what the record keeps is the service's id of it. */
export const VideoInput = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const can = useCan();
  const { field, shown } = useUploadInput(source);
  const { label, error } = shown;
  const upload = useVideoUpload(fileId => field.onChange(fileId));
  const value = String(field.value ?? '');
  const busy = upload.percent !== null;
  const refused = upload.error || error;
  const [choose, chooser] = useDialog(
    <VideoChooser
      onChosen={fileId => {
        // The error of an upload is not about this one.
        upload.cancel();
        field.onChange(fileId);
      }}
    />,
  );
  return (
    <FileField
      {...shown}
      accept={acceptedVideos}
      onFiles={files => {
        if (!busy && can('images.write')) upload.start(files[0]);
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
              <Box sx={{ display: 'grid', alignContent: 'center', height: 1, px: 4 }}>
                <VideoProgress label={label} upload={upload} />
              </Box>
            ) : value ? (
              <VideoState fileId={value} />
            ) : (
              <ButtonBase
                disabled={!can('images.write')}
                onClick={pick}
                aria-label={translate('upload.video.chooseOf', { name: label })}
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
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5, ml: -1 }}>
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
                {can('images.write') && (
                  <Button size="small" onClick={pick}>
                    {translate('form.upload.replace')}
                  </Button>
                )}
                <Button
                  size="small"
                  aria-label={translate('form.upload.removeOf', { name: label })}
                  onClick={() => {
                    upload.cancel();
                    field.onChange('');
                  }}
                >
                  {translate('form.upload.remove')}
                </Button>
              </>
            )}
            {!busy && can('images.read') && (
              <Button size="small" onClick={choose}>
                {translate('upload.video.fromLibrary')}
              </Button>
            )}
          </Box>
          {chooser}
        </>
      )}
    </FileField>
  );
};
