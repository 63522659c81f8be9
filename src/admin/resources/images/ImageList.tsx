import TrashIcon from '@mui/icons-material/DeleteOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, Skeleton, ToggleButton } from '@mui/material';
import { useRef } from 'react';
import { SortButton, useListContext } from 'react-admin';
import { fileOwners, fileSizes, fileStatuses, pictureScenes } from '#contract/file.ts';
import { acceptedTypes } from '#contract/takenFormats.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { images } from '#i18n/zh/images.ts';
import { formatBadge } from '../../../shared/count.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { FileInput } from '../../kit/base/FileInput.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { ChoiceFilter, FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { UserFilter } from '../user-link/parts.ts';
import { ImageGrid } from './ImageGrid.tsx';
import { imageGridStyle } from './imageGridStyle.ts';
import { ImageUploads } from './ImageUploads.tsx';
import { useSendImages } from './useSendImages.ts';

addTexts({ images });

const NEWEST_FIRST = { field: 'createTime', order: 'DESC' } as const;

export const ImageList = () => {
  const mayUpload = useCan()('images.write');
  return (
    <List
      withCounts
      tabs={<StatusTabs source="scene" choices={pictureScenes} />}
      searchable
      filters={
        <>
          <UserFilter />
          <ReferenceFilter source="taskId" reference="tasks" name="taskNo" sort={NEWEST_FIRST} />
          <DateRangeFilter source="createTime" />
          <ChoiceFilter source="largerThan" choices={fileSizes} />
          <ChoiceFilter source="owner" choices={fileOwners} />
          <FlagFilter source="unused" yes="unusedOnly" no="usedOnly" />
          <FlagFilter source="isDuplicate" yes="copiesOnly" no="firstOnly" />
        </>
      }
      {...(mayUpload && { above: <ImageUploads /> })}
      loading={<ImageGridSkeleton />}
      actions={
        <ListActions hasColumns={false}>
          <SortButton fields={['createTime', 'sizeBytes']} />
          <ImageTrashButton label={fileStatuses.trash.label} />
          {mayUpload && <ImageUploadButton />}
        </ListActions>
      }
    >
      <ImageGrid />
    </List>
  );
};

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
