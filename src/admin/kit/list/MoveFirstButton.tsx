import FirstIcon from '@mui/icons-material/VerticalAlignTop';
import { IconButton, Tooltip } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import {
  useDataProvider,
  useGetRecordRepresentation,
  useNotify,
  useResourceContext,
} from 'react-admin';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { useReread } from '../action/useReread.ts';
import { useRecord, useTexts } from '../base/hooks.ts';

/** Puts the record around before all others, however many there are. */
export const MoveFirstButton = () => {
  const t = useTexts('list.order');
  const notify = useNotify();
  const reread = useReread();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const resource = useResourceContext() ?? '';
  const record = useRecord();
  const name = String(useGetRecordRepresentation(resource)(record));
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.moveFirst(resource, { id: record.id }),
    onSuccess: () => notify('list.order.movedFirst', { type: 'success', messageArgs: { name } }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: reread,
  });
  return (
    <Tooltip title={t('first')}>
      <IconButton
        size="small"
        loading={isPending}
        aria-label={t('firstOf', { name })}
        onClick={event => {
          event.stopPropagation();
          mutate();
        }}
      >
        <FirstIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};
