import TrashIcon from '@mui/icons-material/DeleteOutlined';
import { Box } from '@mui/material';
import { useState } from 'react';
import {
  BulkActionsToolbar,
  RecordContextProvider,
  useListContext,
  useTranslate,
} from 'react-admin';
import { SIGNED_URL_SECONDS } from '#contract/constants.ts';
import { adminStorageActions, isOfUser, type StoredFile } from '#contract/file.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { images } from '#i18n/zh/images.ts';
import { PictureViewer } from '../../../shared/PictureViewer.tsx';
import { useSystemSettings } from '../../../shared/settings.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { Later } from '../../kit/base/Later.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { BulkReasonButton } from '../../kit/list/BulkReasonButton.tsx';
import type { RowResult } from '../../kit/list/runBulk.ts';
import { useAnySelected } from '../../kit/list/SelectionScope.tsx';
import { ImageDetails } from './ImageDetails.tsx';
import type { ImageRecord } from './imageRecord.ts';
import { ImageTile } from './ImageTile.tsx';

addTexts({ images });

/** More than a screen shows; the others do not keep these waiting. */
const SEEN = 24;

/** The pictures of the list around: large on a click, with their facts, and what can be done with them. */
export const ImageGrid = () => {
  const t = useTexts('resources.images.restore');
  const { invoke } = useDataProvider();
  const { data = [], filterValues } = useListContext<ImageRecord>();
  const [large, setLarge] = useState<number | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const may = useAnySelected<StoredFile>();
  const inTrash = (filterValues as { status?: string }).status === 'trash';
  const shown = data.find(({ id }) => id === open);
  const tiles = data.map((record, at) => (
    <RecordContextProvider key={record.id} value={record}>
      <ImageTile onZoom={() => setLarge(at)} onOpen={() => setOpen(record.id)} />
    </RecordContextProvider>
  ));
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
          <>
            {may(isOfUser) && <UserImagesRemoveButton />}
            {may(record => !isOfUser(record)) && <ImageBulkDeleteButton />}
          </>
        )}
      </BulkActionsToolbar>
      <PlainList sx={{ ...imageGridStyle, borderTop: 1, borderColor: 'divider' }}>
        {tiles.slice(0, SEEN)}
        {tiles.length > SEEN && (
          <Later
            instead={<Box component="li" aria-busy sx={{ gridColumn: '1 / -1', height: 900 }} />}
          >
            {tiles.slice(SEEN)}
          </Later>
        )}
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
    ofUser: () => t('ofUser'),
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

const { reason } = adminStorageActions.removeUserImage.input.shape;

/** Takes each from its user, for the same reason. */
const UserImagesRemoveButton = () => {
  const t = useTexts('resources.images.remove');
  const field = useTexts('resources.images.fields');
  const { retention } = useSystemSettings();
  const { invoke } = useDataProvider();
  return (
    <BulkReasonButton
      right="images.write"
      label={t('action')}
      icon={<TrashIcon />}
      color="error"
      title={count => t('many', { count })}
      facts={t('facts', { days: retention.trashDays, minutes: SIGNED_URL_SECONDS / 60 })}
      reasonLabel={field('reason')}
      rule={reason}
      userNote={{ label: field('userNote'), help: t('userNoteHelp'), rule: reason }}
      run={(filePath, reason, userNote) =>
        invoke('adminStorage', 'removeUserImage', { filePath, reason, userNote })
      }
    />
  );
};

/** As many columns as fit; two on a phone. */
export const imageGridStyle = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(auto-fill, minmax(172px, 1fr))',
  },
  gap: { xs: 1.5, sm: 2 },
  p: { xs: 1.5, sm: 2 },
} as const;
