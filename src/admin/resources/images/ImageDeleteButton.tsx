import { SIGNED_URL_SECONDS } from '#contract/constants.ts';
import { systemSettings } from '../../../shared/settings.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import type { ImageRecord } from './imageRecord.ts';
import { ImageUsers } from './ImageUsers.tsx';

export const ImageDeleteButton = deleteButton((t, { filePath }: ImageRecord) => (
  <>
    <p style={{ marginTop: 0 }}>
      {t('effect', {
        days: systemSettings().retention.trashDays,
        minutes: SIGNED_URL_SECONDS / 60,
      })}
    </p>
    <ImageUsers filePath={filePath} />
  </>
));
