import EditIcon from '@mui/icons-material/EditOutlined';
import CoverIcon from '@mui/icons-material/ImageOutlined';
import AgainIcon from '@mui/icons-material/Replay';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { texts } from '#contract/constants.ts';
import { mayMove } from '#contract/states.ts';
import { type Video, videoEntity } from '#contract/video.ts';
import { withTicket } from '#dataProvider/upload.ts';
import { readChosen, upright } from '../../../shared/chosenPicture.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useRun } from '../../kit/action/useRun.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { type Typed, TypedField } from '../../kit/base/TypedField.tsx';
import { FileField } from '../../kit/form/FileField.tsx';
import { RowActions } from '../../kit/list/DataTable.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

/** What can be done with a video in its state. */
export const VideoActions = () => {
  const t = useTexts('resources.videos');
  const { name, status, coverPending } = useRecord<Video>();
  const mayAct = useCan()('images.write');
  if (!mayAct) return null;
  return (
    <RowActions>
      {mayMove(videoEntity.transitions, status, 'processing') && <ProcessButton />}
      {status === 'ready' && (
        <RecordButton
          icon={<CoverIcon fontSize="small" />}
          action={t('cover.action')}
          label={t('cover.of', { name })}
          disabledReason={coverPending ? t('cover.pending') : undefined}
          dialog={<VideoCoverDialog />}
        />
      )}
      {status !== 'deleting' && (
        <>
          <RecordButton
            icon={<EditIcon fontSize="small" />}
            action={t('rename.action')}
            label={t('rename.of', { name })}
            dialog={<VideoRenameDialog />}
          />
          <VideoDeleteButton />
        </>
      )}
    </RowActions>
  );
};

const ProcessButton = () => {
  const t = useTexts('resources.videos.process');
  const { invoke } = useDataProvider();
  const { name, fileId, status } = useRecord<Video>();
  const { mutate, isPending } = useRun({
    run: () => invoke('vodService', 'processVideo', { fileId }),
  });
  const action = t(status === 'failed' ? 'again' : 'start');
  return (
    <RecordButton
      icon={<AgainIcon fontSize="small" />}
      action={action}
      label={t('of', { action, name })}
      loading={isPending}
      onClick={() => mutate()}
    />
  );
};

const { name: nameRule } = videoEntity.inputs;

const VideoRenameDialog = () => {
  const { invoke } = useDataProvider();
  const { id, rev, name } = useRecord<Video>();
  return (
    <ActionDialog texts="resources.videos.rename">
      <ActionForm
        resource="videos"
        fields={{ name: nameRule }}
        defaultValues={{ name }}
        run={input => invoke('vodService', 'updateVideo', { id, rev, ...input })}
      >
        <TextInput source="name" isRequired fullWidth />
      </ActionForm>
    </ActionDialog>
  );
};

const VideoDeleteButton = deleteButton<Video>((t, { templateCount: count = 0 }) =>
  t(count > 0 ? 'used' : 'effect', { count }),
);

const accept = 'image/jpeg,image/png,image/webp,image/gif';

/** Never later than it is: the last frame is within the video. */
const tenthsOf = (second: number) => Math.floor(second * 10) / 10;

/** Another cover: the frame that the player shows, or a picture. */
const VideoCoverDialog = () => {
  const t = useTexts('resources.videos.cover');
  const { invoke } = useDataProvider();
  const video = useRecord<Video>();
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
                  <Typography noWrap variant="body2" title={picture.name}>
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

const MAX_WIDTH = 1_280;
const QUALITY = 0.85;

/**
 * The picture as a JPEG of at most 1,280 pixels across.
 * @throws where the browser cannot read it
 */
const coverPicture = async (file: File): Promise<File> => {
  const chosen = await readChosen(file);
  const bitmap = await upright(file, chosen)
    .then(createImageBitmap)
    .catch(() => {
      throw new Error(chosen.refusal || texts.fileUnreadable);
    });
  const scale = Math.min(1, MAX_WIDTH / bitmap.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>(resolve =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  if (!blob) throw new Error(texts.fileUnreadable);
  return new File([blob], 'cover.jpg', { type: blob.type });
};
