import EditIcon from '@mui/icons-material/EditOutlined';
import CoverIcon from '@mui/icons-material/ImageOutlined';
import AgainIcon from '@mui/icons-material/Replay';
import { Box } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { TextInput, useNotify } from 'react-admin';
import { mayMove } from '#contract/states.ts';
import { videoEntity } from '#contract/video.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useReread } from '../../kit/action/useReread.ts';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { VideoCoverDialog } from './VideoCoverDialog.tsx';
import type { VideoRecord } from './videoRecord.ts';

/** What can be done with a video in its state. */
export const VideoActions = () => {
  const t = useTexts('resources.videos');
  const { name, status, coverPending } = useRecord<VideoRecord>();
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', justifyContent: 'flex-end', mr: -0.75 }}
    >
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
    </Box>
  );
};

const ProcessButton = () => {
  const t = useTexts('resources.videos.process');
  const { invoke } = useDataProvider();
  const notify = useNotify();
  const reread = useReread();
  const { name, fileId, status } = useRecord<VideoRecord>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => invoke('vodService', 'processVideo', { fileId }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: reread,
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
  const { id, rev, name } = useRecord<VideoRecord>();
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

const VideoDeleteButton = deleteButton((t, { templateCount: count = 0 }: VideoRecord) =>
  t(count > 0 ? 'used' : 'effect', { count }),
);
