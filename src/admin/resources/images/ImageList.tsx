import TrashIcon from '@mui/icons-material/DeleteOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, Skeleton, ToggleButton, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { SortButton, useEvent, useListContext } from 'react-admin';
import {
  fileOwners,
  fileScenes,
  fileSizes,
  fileStatuses,
  pictureScenes,
  uploadScenes,
} from '#contract/file.ts';
import { acceptedTypes } from '#contract/takenFormats.ts';
import type { UploadScene } from '#dataProvider/upload.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { images } from '#i18n/zh/images.ts';
import { formatBadge } from '../../../shared/count.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { FileInput } from '../../kit/base/FileInput.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { pastedFiles } from '../../kit/base/pastedFiles.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { ChoiceFilter, FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { isUnfinished } from '../../kit/upload/uploadQueue.ts';
import { useUploadQueue, useUploads } from '../../kit/upload/UploadQueueContext.tsx';
import { UploadRow } from '../../kit/upload/UploadRow.tsx';
import { UserFilter } from '../user-link/parts.ts';
import { ImageGrid, imageGridStyle } from './ImageGrid.tsx';

addTexts({ images });

const NEWEST_FIRST = { field: 'createTime', order: 'DESC' } as const;

export const ImageList = () => {
  const mayUpload = useCan()('images.write');
  return (
    <List
      withCounts
      withPictures
      tabs={<StatusTabs source="scene" choices={pictureScenes} />}
      searchable
      filters={
        <>
          <UserFilter source="userId" />
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

/** Accepts files dropped or pasted anywhere on the page, and shows running uploads. */
const ImageUploads = () => {
  const t = useTexts('resources.images.upload');
  const queue = useUploadQueue();
  const items = useUploads(IMAGES_GROUP);
  const { scene, send } = useSendImages();
  const over = useDropAndPaste(useEvent(send));
  const left = items.filter(isUnfinished).length;
  const failed = items.filter(({ state }) => state === 'failed').length;
  return (
    <>
      {over && <DropHint scene={fileScenes[scene].label} />}
      {items.length > 0 && (
        <Box
          component="section"
          aria-label={t('list')}
          sx={{ borderBottom: 1, borderColor: 'divider', px: 2, py: 1.25 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
            <Typography sx={{ flex: 1, fontWeight: 500, fontSize: '0.8125rem' }} role="status">
              {left > 0
                ? t('running', { done: items.length - left, count: items.length })
                : failed > 0
                  ? t('someFailed', { failed, count: items.length })
                  : t('finished', { count: items.length })}
            </Typography>
            {left < items.length && (
              <Button size="small" onClick={() => queue.clear(IMAGES_GROUP)}>
                {t('clear')}
              </Button>
            )}
          </Box>
          <PlainList sx={{ maxHeight: 264, overflowY: 'auto' }}>
            {items.map(item => (
              <UploadRow key={item.id} item={item} />
            ))}
          </PlainList>
        </Box>
      )}
    </>
  );
};

const DropHint = ({ scene }: { scene: string }) => {
  const t = useTexts('resources.images.upload');
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 12,
        zIndex: 'modal',
        display: 'grid',
        placeItems: 'center',
        pointerEvents: 'none',
        border: 2,
        borderStyle: 'dashed',
        borderColor: 'primary.main',
        borderRadius: 2,
        bgcolor: 'background.paper',
        opacity: 0.92,
      }}
    >
      <Typography variant="h2">{t('drop', { scene })}</Typography>
    </Box>
  );
};

/** Whether files are dragged over the page; dropped and pasted files go to `send`. */
const useDropAndPaste = (send: (files: Iterable<File> | null | undefined) => void) => {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    const listeners: [string, (event: Event) => void][] = [
      ['dragenter', event => holdsFiles(event as DragEvent) && ((depth += 1), setOver(true))],
      ['dragover', event => holdsFiles(event as DragEvent) && event.preventDefault()],
      [
        'dragleave',
        event => {
          if (!holdsFiles(event as DragEvent)) return;
          depth = Math.max(0, depth - 1);
          if (depth === 0) setOver(false);
        },
      ],
      [
        'drop',
        event => {
          if (!holdsFiles(event as DragEvent)) return;
          event.preventDefault();
          depth = 0;
          setOver(false);
          send((event as DragEvent).dataTransfer?.files);
        },
      ],
      ['paste', event => send(pastedFiles(event as ClipboardEvent))],
    ];
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    };
  }, [send]);
  return over;
};

const IMAGES_GROUP = 'images';

/** Sends files to the scene one is looking at; to the templates' where that takes none. */
const useSendImages = () => {
  const queue = useUploadQueue();
  const { filterValues, refetch } = useListContext();
  const here = (filterValues as { scene?: string }).scene;
  const scene: UploadScene = uploadScenes.find(one => one === here) ?? 'template';
  const send = (files: Iterable<File> | null | undefined) => {
    const chosen = [...(files ?? [])];
    if (chosen.length === 0) return;
    queue.add(chosen, {
      group: IMAGES_GROUP,
      scene,
      onStored: () => void refetch(),
    });
  };
  return { scene, send };
};
