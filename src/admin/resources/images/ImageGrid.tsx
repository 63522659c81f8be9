import { Box } from '@mui/material';
import { useState } from 'react';
import {
  BulkActionsToolbar,
  RecordContextProvider,
  useListContext,
  useTranslate,
} from 'react-admin';
import type { StoredFile } from '#contract/file.ts';
import { PictureViewer } from '../../../shared/PictureViewer.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { ImageBulkDeleteButton } from './ImageBulkDeleteButton.tsx';
import { ImageDetails } from './ImageDetails.tsx';
import { imageGridStyle } from './imageGridStyle.ts';
import { ImageTile } from './ImageTile.tsx';

export type ImageRecord = RecordOf<StoredFile>;

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
