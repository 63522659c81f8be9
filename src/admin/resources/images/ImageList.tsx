import TrashIcon from '@mui/icons-material/DeleteOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, Skeleton, ToggleButton } from '@mui/material';
import { useRef } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { fileScenes, fileStatuses } from '#contract/file.ts';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { useFilter } from '../../kit/list/useFilter.ts';
import { acceptedTypes } from '../../kit/upload/shrinkImage.ts';
import { ImageGrid } from './ImageGrid.tsx';
import { imageGridStyle } from './imageGridStyle.ts';
import { ImageUploads } from './ImageUploads.tsx';
import { useSendImages } from './useSendImages.ts';

export const ImageList = () => (
  <RecordList
    withCounts
    hasColumns={false}
    tabs={<StatusTabs source="scene" choices={fileScenes} />}
    toolbar={
      <>
        <ImageTrashButton label={fileStatuses.trash.label} />
        <ImageUploadButton />
      </>
    }
    search={<SearchInput />}
    filters={
      <>
        <FlagFilter source="unused" yes="unusedOnly" no="usedOnly" />
        <FlagFilter source="isDuplicate" yes="copiesOnly" no="firstOnly" />
      </>
    }
    above={<ImageUploads />}
    loading={<ImageGridSkeleton />}
    table={<ImageGrid />}
  />
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
  const [status, setStatus] = useFilter<string>('status');
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
      {count ? ` ${count}` : ''}
    </ToggleButton>
  );
};

const ImageUploadButton = () => {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { send } = useSendImages();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedTypes.join(',')}
        aria-label={translate('resources.images.upload.choose')}
        onChange={({ target }) => {
          send(target.files);
          // The same files may be chosen again.
          target.value = '';
        }}
      />
      <Button
        variant="contained"
        size="small"
        startIcon={<UploadIcon />}
        onClick={() => input.current?.click()}
        sx={{ minHeight: { xs: 36, sm: 0 } }}
      >
        {translate('resources.images.upload.action')}
      </Button>
    </>
  );
};
