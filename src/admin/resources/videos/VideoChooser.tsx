import { Box, Button, ButtonBase, Skeleton, TextField, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { type Video, videoStatuses } from '#contract/video.ts';
import { formatBytes } from '../../../shared/bytes.ts';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { useComposition, useDataProvider, useSettled, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { VideoCover } from './VideoCover.tsx';
import { lasting } from './videoRecord.ts';

const PAGE_SIZE = 24;
const DEBOUNCE_MS = 300;

/** The videos of the library that a template may show, found by name. */
export const VideoChooser = ({ onChosen }: { onChosen: (fileId: string) => void }) => {
  const translate = useTranslate();
  const t = useTexts('resources.videos.chooser');
  const close = useClose();
  const { invoke } = useDataProvider();
  const [typed, setTyped] = useState('');
  /** Without what an input method is still composing. */
  const [composed, setComposed] = useState('');
  const { isComposing, handlers } = useComposition(setComposed);
  const q = useSettled(composed, DEBOUNCE_MS);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['videos', 'chooser', q],
      queryFn: ({ pageParam: after }) =>
        invoke('vodService', 'getVideos', {
          ...(after && { after }),
          pageSize: PAGE_SIZE,
          filter: { status: ['ready', 'processing'] },
          ...(q.trim() && { q: q.trim() }),
        }),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
    });
  const videos = data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <PlainDialog
      title={t('title')}
      maxWidth="md"
      onClose={close}
      actions={<Button onClick={close}>{translate('action.cancel')}</Button>}
    >
      <TextField
        autoFocus
        fullWidth
        type="search"
        placeholder={translate('resources.videos.search')}
        slotProps={{
          htmlInput: {
            'aria-label': translate('resources.videos.search'),
            maxLength: MAX_SEARCH_LENGTH,
          },
        }}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (!isComposing()) setComposed(target.value);
        }}
        {...handlers}
        sx={{ mb: 2 }}
      />
      {error && !data && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
      {data && videos.length === 0 && <Quiet>{t(q.trim() ? 'notFound' : 'none')}</Quiet>}
      <PlainList sx={grid} aria-busy={isPending}>
        {isPending &&
          Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} component="li" variant="rounded" height={120} />
          ))}
        {videos.map(video => (
          <li key={video._id}>
            <Choice
              video={video}
              onClick={() => {
                onChosen(video.fileId);
                close();
              }}
            />
          </li>
        ))}
      </PlainList>
      {hasNextPage && (
        <Button
          size="small"
          variant="outlined"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          sx={{ mt: 2 }}
        >
          {t('more')}
        </Button>
      )}
    </PlainDialog>
  );
};

const Choice = ({ video, onClick }: { video: Video; onClick: () => void }) => {
  const t = useTexts('resources.videos.chooser');
  const { name, coverUrl, durationSec, sizeBytes, status } = video;
  return (
    <ButtonBase
      onClick={onClick}
      aria-label={t('choose', { name })}
      title={name}
      sx={{ display: 'block', width: 1, textAlign: 'left', borderRadius: 1, overflow: 'hidden' }}
    >
      <Box
        component="span"
        sx={{
          display: 'block',
          aspectRatio: '16 / 9',
          overflow: 'hidden',
          borderRadius: 1,
          bgcolor: 'action.hover',
        }}
      >
        <VideoCover src={coverUrl} name="" />
      </Box>
      <Typography noWrap component="span" sx={{ display: 'block', mt: 0.5, fontSize: '0.8125rem' }}>
        {name}
      </Typography>
      <Quiet tiny component="span" sx={{ display: 'block' }}>
        {status === 'ready' ? lasting(durationSec) : videoStatuses[status].label} ·{' '}
        {formatBytes(sizeBytes)}
      </Quiet>
    </ButtonBase>
  );
};

const grid = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(auto-fill, minmax(176px, 1fr))',
  },
  gap: 1.5,
} as const;
