import { useTranslate } from 'react-admin';
import { SIGNED_URL_SECONDS, TRASH_DAYS } from '#contract/constants.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import { useRecord } from '../../kit/base/record.ts';
import type { ImageRecord } from './imageRecord.ts';
import { ImageUsers } from './ImageUsers.tsx';

type ImageDeleteButtonProps = Pick<DeleteRecordButtonProps, 'variant' | 'onDeleted'>;

export const ImageDeleteButton = (props: ImageDeleteButtonProps) => {
  const translate = useTranslate();
  const record = useRecord<ImageRecord>();
  return (
    <DeleteRecordButton
      {...props}
      facts={
        <>
          <p style={{ marginTop: 0 }}>
            {translate('resources.images.delete.effect', {
              days: TRASH_DAYS,
              minutes: SIGNED_URL_SECONDS / 60,
            })}
          </p>
          <ImageUsers filePath={record.filePath} />
        </>
      }
    />
  );
};
