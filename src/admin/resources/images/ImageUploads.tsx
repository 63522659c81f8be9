import { Box, Button, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { fileScenes } from '#contract/file.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { pastedFiles } from '../../kit/base/pastedFiles.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { isUnfinished } from '../../kit/upload/uploadQueue.ts';
import { useUploadQueue, useUploads } from '../../kit/upload/UploadQueueContext.tsx';
import { UploadRow } from '../../kit/upload/UploadRow.tsx';
import { IMAGES_GROUP, useSendImages } from './useSendImages.ts';

/** Accepts files dropped or pasted anywhere on the page, and shows running uploads. */
export const ImageUploads = () => {
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
    for (const [name, listener] of listeners) addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) removeEventListener(name, listener);
    };
  }, [send]);
  return over;
};
