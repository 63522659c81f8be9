import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { useId } from 'react';
import { useNotify, useRecordContext, useTranslate } from 'react-admin';
import { fileScenes, fileStatuses, isOfUser, taskIdOf } from '#contract/file.ts';
import { formatBytes } from '../../../shared/bytes.ts';
import { asLarge } from '../../../shared/imageStyle.ts';
import { useSystemSettings } from '../../../shared/settings.ts';
import { useSignedUrls } from '../../../shared/SignedUrlsProvider.tsx';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { PageLink, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { UserName } from '../user-link/parts.ts';
import { ImageDeleteButton } from './ImageDeleteButton.tsx';
import type { ImageRecord } from './imageRecord.ts';
import { ImageRestoreButton } from './ImageRestoreButton.tsx';
import { ImageUsers } from './ImageUsers.tsx';
import { useCopyAddress } from './useCopyAddress.tsx';

/** Everything known of one picture, beside the grid; closed without a record. */
export const ImageDetails = ({ onClose }: { onClose: () => void }) => {
  const record = useRecordContext<ImageRecord>();
  const titleId = useId();
  return (
    <Drawer
      anchor="right"
      open={record !== undefined}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: { xs: 1, sm: 400 }, p: 2, display: 'grid', gap: 2, alignContent: 'start' },
        },
      }}
    >
      {record && <Details titleId={titleId} record={record} onClose={onClose} />}
    </Drawer>
  );
};

interface DetailsProps {
  titleId: string;
  record: ImageRecord;
  onClose: () => void;
}

const Details = ({ titleId, record, onClose }: DetailsProps) => {
  const createPath = useCreatePath();
  const translate = useTranslate();
  const { copy, byHand } = useCopyAddress();
  const temporaryAddress = useTemporaryAddress();
  const { name, filePath, width, height, sizeBytes, mime, scene, createBy, createTime } = record;
  const { status, purgeTime, sha256, isDuplicate, userId } = record;
  const t = useTexts('resources.images.details');
  const isOfSomeUser = userId !== '' && isOfUser(record);
  const mayLook = useCan()('users.pictures') || !isOfSomeUser;
  const made = Object.values(record.copies ?? {}).filter(({ bytes }) => bytes > 0);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={titleId} variant="h2" noWrap sx={{ flex: 1 }} title={name}>
          {name}
        </Typography>
        <IconButton aria-label={translate('list.delete.close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover', height: 260 }}>
        <ZoomableImage src={filePath} alt={name} fit="contain" width="100%" height="100%" />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="small" onClick={() => void copy(filePath)}>
          {translate('resources.images.copyPath')}
        </Button>
        {mayLook && (
          <Button
            variant="outlined"
            size="small"
            onClick={() =>
              void temporaryAddress(filePath).then(url => (url ? copy(url) : undefined))
            }
          >
            {translate('resources.images.copyAddress')}
          </Button>
        )}
        {status === 'trash' ? (
          <ImageRestoreButton onRestored={onClose} />
        ) : (
          <ImageDeleteButton variant="text" onDeleted={onClose} />
        )}
        {byHand}
      </Box>
      <FactList
        facts={[
          [t('scene'), fileScenes[scene].label],
          [t('status'), <StatusField key="status" choices={fileStatuses} />],
          [t('purge'), purgeTime ? <Time key="purge" instant={purgeTime} /> : undefined],
          [t('size'), width > 0 ? `${width} × ${height}` : ''],
          [t('bytes'), formatBytes(sizeBytes)],
          [
            t('styled'),
            made.length > 0 ? t('styledBytes', { n: made.length, size: sizeOf(made) }) : '',
          ],
          [t('kind'), mime.replace('image/', '').toUpperCase()],
          [
            t('createBy'),
            isOfSomeUser ? <UserName key="user" id={userId} /> : (createBy?.name ?? ''),
          ],
          [
            t('task'),
            taskIdOf(record) ? (
              <PageLink
                key="task"
                to={createPath({ resource: 'tasks', type: 'show', id: taskIdOf(record) })}
              >
                {t('showTask')}
              </PageLink>
            ) : undefined,
          ],
          [t('createTime'), <Time key="time" instant={createTime} />],
          [
            t('copies'),
            isDuplicate && sha256 ? (
              <PageLink key="copies" to={listPath('images', { sha256 })} onClick={onClose}>
                {t('showCopies')}
              </PageLink>
            ) : (
              t('noCopies')
            ),
          ],
          [t('path'), <code key="path">{filePath}</code>],
        ]}
      />
      <section>
        <Typography variant="subtitle2" gutterBottom>
          {t('users')}
        </Typography>
        <ImageUsers filePath={filePath} />
      </section>
    </>
  );
};

const sizeOf = (copies: { bytes: number }[]) =>
  formatBytes(copies.reduce((sum, { bytes }) => sum + bytes, 0));

/** A public address that expires; undefined, with a notification, if there is none. */
const useTemporaryAddress = () => {
  const notify = useNotify();
  const signedUrls = useSignedUrls();
  const { imageStyles } = useSystemSettings();
  return async (filePath: string): Promise<string | undefined> => {
    try {
      const url = await signedUrls.get(asLarge(filePath, imageStyles), {
        bypassCache: true,
        retries: 1,
      });
      return new URL(url, location.href).href;
    } catch {
      notify('resources.images.noAddress', { type: 'warning' });
      return undefined;
    }
  };
};
