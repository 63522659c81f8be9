import { Box, Button, LinearProgress } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { type Video, videoStatuses } from '#contract/video.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { videos } from '#i18n/zh/videos.ts';
import { formatBytes } from '../../../shared/bytes.ts';
import { useClose, useDialog } from '../../kit/action/DialogContext.tsx';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { Tile } from '../../kit/field/PictureTile.tsx';
import { None, PageLink, Quiet, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { CardActions, CardHead } from '../../kit/list/RecordCard.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { VideoActions } from './VideoActions.tsx';
import { VideoCover } from './VideoCover.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';
import { isMoving, lasting } from './videoRecord.ts';
import { VideoUploadBar, VideoUploadButton, VideoUploadProvider } from './VideoUploadBar.tsx';

addTexts({ videos });

const POLL_MS = 3_000;

/** All videos, which templates choose from. */
export const VideoList = () => {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const onUploaded = () => {
    notify('resources.videos.upload.done', { type: 'success' });
    void queryClient.invalidateQueries({ queryKey: ['videos'] });
  };
  return (
    <VideoUploadProvider onUploaded={onUploaded}>
      <List
        withCounts
        statuses={videoStatuses}
        searchable
        filters={<FlagFilter source="unused" yes="unusedOnly" no="usedOnly" />}
        above={<VideoUploadBar />}
        refetchInterval={records => (records.some(isMoving) ? POLL_MS : false)}
        card={<VideoCard />}
        actions={
          <ListActions>
            <VideoUploadButton />
          </ListActions>
        }
      >
        <VideoTable />
      </List>
    </VideoUploadProvider>
  );
};

const Column = DataTable.Col<Video>;

const VideoTable = () => (
  <DataTable<Video> rowClick={false} bulkActionButtons={false}>
    <Column source="name" field={VideoTitle} />
    <Column source="status" field={VideoStateField} />
    <Column
      source="durationSec"
      align="right"
      sortByOrder="DESC"
      render={({ durationSec }) => (durationSec > 0 ? lasting(durationSec) : <None />)}
    />
    <Column
      source="sizeBytes"
      align="right"
      cellClassName="nowrap"
      sortByOrder="DESC"
      render={({ sizeBytes }) => formatBytes(sizeBytes)}
    />
    <Column source="templates" field={VideoTemplates} />
    <Column source="createBy" cellClassName="quiet" render={({ createBy }) => createBy?.name} />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <ActionsColumn field={VideoActions} />
  </DataTable>
);

/** Cover and name; opens the video. */
const VideoTitle = () => {
  const t = useTexts('resources.videos');
  const { name, coverUrl, width, height } = useRecord<Video>();
  const [open, shown] = useDialog(<VideoDetails />);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
        <Tile width={80} height={45}>
          <VideoCover src={coverUrl} name="" />
        </Tile>
        <Box sx={{ minWidth: 0, maxWidth: { sm: 240, xl: 320 } }}>
          <Button
            aria-label={t('open', { name })}
            title={name}
            onClick={open}
            sx={{ ...titleStyle }}
          >
            {name}
          </Button>
          {width > 0 && (
            <Quiet tiny>
              {width} × {height}
            </Quiet>
          )}
        </Box>
      </Box>
      {shown}
    </>
  );
};

const titleStyle = {
  display: 'block',
  p: 0,
  minWidth: 0,
  minHeight: 0,
  maxWidth: 1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
  color: 'text.primary',
} as const;

/** The state with its progress, and below it what went wrong. */
const VideoStateField = () => {
  const t = useTexts('resources.videos');
  const { name, status, progress, errorMessage, coverPending, coverError } = useRecord<Video>();
  const note = errorMessage || (coverPending ? t('cover.pending') : coverError);
  return (
    <>
      <StatusField choices={videoStatuses} />
      {status === 'processing' && (
        <LinearProgress
          variant="determinate"
          value={progress}
          aria-label={t('processing', { name })}
          sx={{ width: 96, mt: 0.5, borderRadius: 1 }}
        />
      )}
      {note && (
        <Quiet
          tiny
          sx={{ maxWidth: { xs: 144, sm: 220 }, ...(!coverPending && { color: 'error.main' }) }}
        >
          {note}
        </Quiet>
      )}
    </>
  );
};

const VideoTemplates = () => {
  const createPath = useCreatePath();
  const t = useTexts('resources.videos');
  const { templates = [], templateCount = 0 } = useRecord<Video>();
  const [first] = templates;
  if (!first) return <Quiet component="span">{t('unused')}</Quiet>;
  return (
    <>
      <PageLink
        noWrap
        to={createPath({ resource: 'templates', type: 'edit', id: first._id })}
        sx={{ display: 'block', maxWidth: { xs: 1, sm: 160 } }}
      >
        {first.name}
      </PageLink>
      {templateCount > 1 && <Quiet tiny>{t('moreTemplates', { count: templateCount })}</Quiet>}
    </>
  );
};

/** A video on a phone. */
const VideoCard = () => {
  const { durationSec, sizeBytes, createTime } = useRecord<Video>();
  return (
    <>
      <CardHead title={<VideoTitle />} status={<VideoStateField />} />
      <Box sx={{ mt: 0.5 }}>
        <VideoTemplates />
      </Box>
      <CardActions sx={{ mt: 0.5 }}>
        <Quiet small sx={{ flex: 1, minWidth: 0 }}>
          {durationSec > 0 && `${lasting(durationSec)} · `}
          {formatBytes(sizeBytes)} · <Time instant={createTime} />
        </Quiet>
        <VideoActions />
      </CardActions>
    </>
  );
};

/** Everything known of a video, and the video itself. */
const VideoDetails = () => {
  const createPath = useCreatePath();
  const translate = useTranslate();
  const t = useTexts('resources.videos.fields');
  const close = useClose();
  const video = useRecord<Video>();
  const { name, mediaUrl, durationSec, width, height, sizeBytes, createBy, createTime } = video;
  const { errorMessage, templates = [], templateCount = 0, fileId } = video;
  return (
    <PlainDialog
      title={name}
      maxWidth="sm"
      onClose={close}
      actions={<Button onClick={close}>{translate('list.delete.close')}</Button>}
    >
      {mediaUrl && <VideoPlayer video={video} />}
      <Box sx={{ mt: 2 }}>
        <FactList
          facts={[
            [t('status'), <StatusField key="status" choices={videoStatuses} />],
            [t('errorMessage'), errorMessage || undefined],
            [t('durationSec'), durationSec > 0 ? lasting(durationSec) : ''],
            [t('resolution'), width > 0 ? `${width} × ${height}` : ''],
            [t('sizeBytes'), formatBytes(sizeBytes)],
            [t('createBy'), createBy?.name ?? ''],
            [t('createTime'), <Time key="time" instant={createTime} />],
            [t('fileId'), <code key="file">{fileId}</code>],
            [
              t('templates'),
              templateCount > 0 ? (
                <PlainList key="templates">
                  {templates.map(one => (
                    <li key={one._id}>
                      <PageLink
                        to={createPath({ resource: 'templates', type: 'edit', id: one._id })}
                      >
                        {one.name}
                      </PageLink>
                    </li>
                  ))}
                  {templateCount > templates.length && (
                    <li>{translate('resources.videos.moreTemplates', { count: templateCount })}</li>
                  )}
                </PlainList>
              ) : (
                translate('resources.videos.unused')
              ),
            ],
          ]}
        />
      </Box>
    </PlainDialog>
  );
};
