import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { useInvoke, useRecord } from '../../kit/base/hooks.ts';
import type { ImageRecord } from './imageRecord.ts';

export const ImageRestoreButton = ({ onRestored }: { onRestored?: () => void }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const invoke = useInvoke();
  const record = useRecord<ImageRecord>();
  const { mutate, isPending } = useMutation({
    mutationFn: (filePath: string) => invoke('adminStorage', 'restoreImage', { filePath }),
    onSuccess: ({ name }) => {
      notify('resources.images.restore.done', { type: 'success', messageArgs: { name } });
      onRestored?.();
    },
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: refresh,
  });
  return (
    <Button
      size="small"
      startIcon={<RestoreIcon />}
      loading={isPending}
      aria-label={translate('resources.images.restore.of', { name: record.name })}
      onClick={() => mutate(record.filePath)}
    >
      {translate('resources.images.restore.action')}
    </Button>
  );
};
