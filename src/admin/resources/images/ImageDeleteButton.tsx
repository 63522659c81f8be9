import { SIGNED_URL_SECONDS, TRASH_DAYS } from '#contract/constants.ts';
import { deleteButton } from '../../kit/action/DeleteRecordButton.tsx';
import type { ImageRecord } from './imageRecord.ts';
import { ImageUsers } from './ImageUsers.tsx';

export const ImageDeleteButton = deleteButton((t, { filePath }: ImageRecord) => (
  <>
    <p style={{ marginTop: 0 }}>
      {t('effect', { days: TRASH_DAYS, minutes: SIGNED_URL_SECONDS / 60 })}
    </p>
    <ImageUsers filePath={filePath} />
  </>
));
