import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { withTicket } from '#dataProvider/upload.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { type Typed, TypedField } from '../../kit/base/TypedField.tsx';
import { FileField } from '../../kit/form/FileField.tsx';
import { coverPicture } from './coverPicture.ts';
import { VideoPlayer } from './VideoPlayer.tsx';
import type { VideoRecord } from './videoRecord.ts';

const accept = 'image/jpeg,image/png,image/webp,image/gif';

/** Never later than it is: the last frame is within the video. */
const tenthsOf = (second: number) => Math.floor(second * 10) / 10;

/** Another cover: the frame that the player shows, or a picture. */
export const VideoCoverDialog = () => {
  const t = useTexts('resources.videos.cover');
  const { invoke } = useDataProvider();
  const video = useRecord<VideoRecord>();
  const { id, durationSec, name } = video;
  const [second, setSecond] = useState<Typed>(0);
  const [picture, setPicture] = useState<File>();
  const atSec = typeof second === 'number' ? second : -1;
  const isFrame = atSec >= 0 && (durationSec === 0 || atSec <= durationSec);
  return (
    <ActionDialog title={t('title', { name })}>
      <ActionForm
        facts={t('facts')}
        done={picture ? t('done') : t('taking')}
        run={async () =>
          picture
            ? withTicket(invoke, await coverPicture(picture), 'template', filePath =>
                invoke('vodService', 'setVideoCover', { id, filePath }),
              )
            : invoke('vodService', 'setVideoCover', { id, atSec })
        }
        submit={
          <SubmitButton
            label={picture ? t('usePicture') : t('useFrame')}
            disabled={!picture && !isFrame}
          />
        }
      >
        <VideoPlayer video={video} onTime={now => setSecond(tenthsOf(now))} />
        <TypedField
          label={t('second')}
          value={second}
          disabled={picture !== undefined}
          onChange={setSecond}
          error={!isFrame}
          helperText={isFrame ? t('secondHelp') : t('tooLate')}
          sx={{ mt: 1.5, width: 1 }}
        />
        <FileField
          label={t('picture')}
          accept={accept}
          onFiles={files => setPicture(files[0])}
          help={t('pictureHelp')}
        >
          {({ pick }) => (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
              <Button variant="outlined" size="small" onClick={pick}>
                {t('choose')}
              </Button>
              {picture && (
                <>
                  <Typography noWrap variant="body2">
                    {picture.name}
                  </Typography>
                  <Button size="small" onClick={() => setPicture(undefined)}>
                    {t('remove')}
                  </Button>
                </>
              )}
            </Box>
          )}
        </FileField>
      </ActionForm>
    </ActionDialog>
  );
};
