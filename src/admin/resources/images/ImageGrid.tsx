import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box } from '@mui/material';
import { useState } from 'react';
import {
  BulkActionsToolbar,
  RecordContextProvider,
  useListContext,
  useTranslate,
} from 'react-admin';
import { SIGNED_URL_SECONDS, TRASH_DAYS } from '#contract/constants.ts';
import { PictureViewer } from '../../../shared/PictureViewer.tsx';
import { useInvoke } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import type { RowResult } from '../../kit/list/runBulk.ts';
import { ImageDetails } from './ImageDetails.tsx';
import { imageGridStyle } from './imageGridStyle.ts';
import type { ImageRecord } from './imageRecord.ts';
import { ImageTile } from './ImageTile.tsx';

export const ImageGrid = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { data = [], filterValues } = useListContext<ImageRecord>();
  const [large, setLarge] = useState<number | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const inTrash = (filterValues as { status?: string }).status === 'trash';
  const shown = data.find(({ id }) => id === open);
  return (
    <>
      <BulkActionsToolbar>
        {inTrash ? (
          <BulkActionButton
            label={translate('resources.images.restore.action')}
            title={count => translate('resources.images.restore.many', { count })}
            actOn={({ id }) => invoke('adminStorage', 'restoreImage', { filePath: String(id) })}
          />
        ) : (
          <ImageBulkDeleteButton />
        )}
      </BulkActionsToolbar>
      <Box component="ul" sx={{ ...imageGridStyle, borderTop: 1, borderColor: 'divider' }}>
        {data.map((record, at) => (
          <RecordContextProvider key={record.id} value={record}>
            <ImageTile onZoom={() => setLarge(at)} onOpen={() => setOpen(record.id)} />
          </RecordContextProvider>
        ))}
      </Box>
      <PictureViewer
        pictures={data.map(({ filePath, name }) => ({ src: filePath, name }))}
        at={large}
        onMove={setLarge}
        onClose={() => setLarge(null)}
      />
      <RecordContextProvider value={shown}>
        <ImageDetails onClose={() => setOpen(null)} />
      </RecordContextProvider>
    </>
  );
};

/** Moves each to the trash; a used one does not stop the others. */
const ImageBulkDeleteButton = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const reason = {
    referenced: (count: number) => translate('resources.images.delete.used', { count }),
    missing: () => translate('resources.images.delete.missing'),
  };
  return (
    <BulkActionButton
      label={translate('list.delete.action')}
      icon={<DeleteIcon />}
      color="error"
      title={count => translate('resources.images.delete.many', { count })}
      confirmLabel={translate('list.delete.confirm')}
      actOnMany={async filePaths => {
        const { results } = await invoke('adminStorage', 'batchDelete', { filePaths });
        return results.map(({ filePath, result, references }): RowResult =>
          result === 'deleted'
            ? { _id: filePath, result }
            : { _id: filePath, result: 'failed', message: reason[result](references.length) },
        );
      }}
    >
      {translate('resources.images.delete.effect', {
        days: TRASH_DAYS,
        minutes: SIGNED_URL_SECONDS / 60,
      })}
    </BulkActionButton>
  );
};
