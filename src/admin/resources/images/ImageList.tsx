import TrashIcon from '@mui/icons-material/DeleteOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, Skeleton, ToggleButton } from '@mui/material';
import { useRef, useState } from 'react';
import {
  BulkActionsToolbar,
  RecordContextProvider,
  useListContext,
  useTranslate,
} from 'react-admin';
import { SIGNED_URL_SECONDS } from '#contract/constants.ts';
import { fileStatuses, pictureScenes } from '#contract/file.ts';
import { acceptedTypes } from '#contract/takenFormats.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { images } from '#i18n/zh/images.ts';
import { formatBadge } from '../../../shared/count.ts';
import { PictureViewer } from '../../../shared/PictureViewer.tsx';
import { useSystemSettings } from '../../../shared/settings.ts';
import { FileInput } from '../../kit/base/FileInput.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import type { RowResult } from '../../kit/list/runBulk.ts';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { ImageDetails } from './ImageDetails.tsx';
import type { ImageRecord } from './imageRecord.ts';
import { ImageTile } from './ImageTile.tsx';
import { ImageUploads } from './ImageUploads.tsx';
import { useSendImages } from './useSendImages.ts';

addTexts({ images });

export const ImageList = () => (
  <List
    withCounts
    tabs={<StatusTabs source="scene" choices={pictureScenes} />}
    searchable
    filters={
      <>
        <FlagFilter source="unused" yes="unusedOnly" no="usedOnly" />
        <FlagFilter source="isDuplicate" yes="copiesOnly" no="firstOnly" />
      </>
    }
    above={<ImageUploads />}
    loading={<ImageGridSkeleton />}
    actions={
      <ListActions hasColumns={false}>
        <ImageTrashButton label={fileStatuses.trash.label} />
        <ImageUploadButton />
      </ListActions>
    }
  >
    <ImageGrid />
  </List>
);

const TILES = 12;

const ImageGridSkeleton = () => (
  <Box aria-busy sx={{ ...imageGridStyle, borderTop: 1, borderColor: 'divider' }}>
    {Array.from({ length: TILES }, (_, at) => (
      <div key={at}>
        <Skeleton variant="rounded" sx={{ width: 1, height: 'auto', aspectRatio: '1 / 1' }} />
        <Skeleton width={`${72 - ((at * 11) % 30)}%`} sx={{ mt: 1 }} />
        <Skeleton width="45%" />
      </div>
    ))}
  </Box>
);

/** Between the pictures in use and those in the trash. */
const ImageTrashButton = ({ label }: { label: string }) => {
  const { meta } = useListContext();
  const [status, setStatus] = useFilter('status', isText);
  const count = (meta as { counts?: Record<string, number> } | undefined)?.counts?.['trash'];
  const inTrash = status === 'trash';
  return (
    <ToggleButton
      value="trash"
      size="small"
      selected={inTrash}
      onChange={() => setStatus(inTrash ? undefined : 'trash')}
      sx={{ gap: 0.5, px: 1.25, py: 0.25, textTransform: 'none', fontSize: '0.8125rem' }}
    >
      <TrashIcon sx={{ fontSize: 18 }} />
      {label}
      {count ? ` ${formatBadge(count)}` : ''}
    </ToggleButton>
  );
};

const ImageUploadButton = () => {
  const t = useTexts('resources.images.upload');
  const input = useRef<HTMLInputElement>(null);
  const { send } = useSendImages();
  return (
    <>
      <FileInput
        ref={input}
        label={t('choose')}
        accept={acceptedTypes.join(',')}
        multiple
        onFiles={send}
      />
      <Button
        variant="contained"
        size="small"
        startIcon={<UploadIcon />}
        onClick={() => input.current?.click()}
        sx={{ minHeight: { xs: 36, sm: 0 } }}
      >
        {t('action')}
      </Button>
    </>
  );
};

const ImageGrid = () => {
  const t = useTexts('resources.images.restore');
  const { invoke } = useDataProvider();
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
            label={t('action')}
            title={count => t('many', { count })}
            actOn={({ id }) => invoke('adminStorage', 'restoreImage', { filePath: String(id) })}
          />
        ) : (
          <ImageBulkDeleteButton />
        )}
      </BulkActionsToolbar>
      <PlainList sx={{ ...imageGridStyle, borderTop: 1, borderColor: 'divider' }}>
        {data.map((record, at) => (
          <RecordContextProvider key={record.id} value={record}>
            <ImageTile onZoom={() => setLarge(at)} onOpen={() => setOpen(record.id)} />
          </RecordContextProvider>
        ))}
      </PlainList>
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
  const t = useTexts('resources.images.delete');
  const { retention } = useSystemSettings();
  const { invoke } = useDataProvider();
  const reason = {
    referenced: (count: number) => t('used', { count }),
    missing: () => t('missing'),
  };
  return (
    <BulkActionButton
      label={translate('list.delete.action')}
      icon={<TrashIcon />}
      color="error"
      title={count => t('many', { count })}
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
      {t('effect', { days: retention.trashDays, minutes: SIGNED_URL_SECONDS / 60 })}
    </BulkActionButton>
  );
};

/** As many columns as fit; two on a phone. */
const imageGridStyle = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(auto-fill, minmax(172px, 1fr))',
  },
  gap: { xs: 1.5, sm: 2 },
  p: { xs: 1.5, sm: 2 },
} as const;
