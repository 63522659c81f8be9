import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { videoStatuses } from '#contract/video.ts';
import { formatBytes } from '../../../shared/bytes.ts';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { editPath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';
import { lasting, type VideoRecord } from './videoRecord.ts';

/** Everything known of a video, and the video itself. */
export const VideoDetails = () => {
  const translate = useTranslate();
  const t = useTexts('resources.videos.fields');
  const close = useClose();
  const video = useRecord<VideoRecord>();
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
                      <PageLink to={editPath('templates', one._id)}>{one.name}</PageLink>
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
