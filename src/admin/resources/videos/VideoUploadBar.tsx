import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Alert, Box, Button } from '@mui/material';
import { createContext, type ReactNode, use, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { FileInput } from '../../kit/base/FileInput.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { acceptedVideos, useVideoUpload, type VideoUpload } from './useVideoUpload.ts';
import { VideoProgress } from './VideoProgress.tsx';

const UploadContext = createContext<VideoUpload | null>(null);
const useUpload = (): VideoUpload => {
  const upload = use(UploadContext);
  if (!upload) throw new Error('VideoUploadProvider is missing above');
  return upload;
};

/** One upload for the button at the head of the list and the bar below it. */
export const VideoUploadProvider = ({
  onUploaded,
  children,
}: {
  onUploaded: () => void;
  children: ReactNode;
}) => <UploadContext value={useVideoUpload(onUploaded)}>{children}</UploadContext>;

export const VideoUploadButton = () => {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { percent, start } = useUpload();
  const mayUpload = useCan()('images.write');
  if (!mayUpload) return null;
  return (
    <>
      <FileInput
        ref={input}
        label={translate('upload.video.choose')}
        accept={acceptedVideos}
        onFiles={([file]) => file && start(file)}
      />
      <Button
        variant="contained"
        size="small"
        startIcon={<UploadIcon />}
        disabled={percent !== null}
        onClick={() => input.current?.click()}
        sx={{ minHeight: { xs: 36, sm: 0 } }}
      >
        {translate('resources.videos.upload.action')}
      </Button>
    </>
  );
};

/** The running upload, or why it failed. */
export const VideoUploadBar = () => {
  const translate = useTranslate();
  const upload = useUpload();
  const { percent, error, canRetry, cancel, retry } = upload;
  if (percent === null && !error) return null;
  return (
    <Box
      component="section"
      aria-label={translate('resources.videos.upload.progress')}
      sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {percent !== null ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <VideoProgress label={translate('resources.videos.name')} upload={upload} />
          <Button size="small" onClick={cancel}>
            {translate('upload.cancel')}
          </Button>
          <Quiet tiny>{translate('resources.videos.upload.stay')}</Quiet>
        </Box>
      ) : (
        <Alert
          severity="error"
          action={
            <>
              {canRetry && (
                <Button size="small" color="inherit" onClick={retry}>
                  {translate('upload.retry')}
                </Button>
              )}
              <Button size="small" color="inherit" onClick={cancel}>
                {translate('list.delete.close')}
              </Button>
            </>
          }
        >
          {error}
        </Alert>
      )}
    </Box>
  );
};
