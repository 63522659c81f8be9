import { useRecordContext, useTranslate } from 'react-admin';
import { TRASH_DAYS } from '#contract/constants.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../list/DeleteRecordButton.tsx';
import type { ImageRecord } from './ImageGrid.tsx';
import { ImageUsers } from './ImageUsers.tsx';

type ImageDeleteButtonProps = Pick<DeleteRecordButtonProps, 'variant' | 'onDeleted'>;

export const ImageDeleteButton = (props: ImageDeleteButtonProps) => {
  const translate = useTranslate();
  const record = useRecordContext<ImageRecord>();
  if (!record) return null;
  return (
    <DeleteRecordButton
      {...props}
      facts={
        <>
          <p style={{ marginTop: 0 }}>
            {translate('resources.images.delete.effect', { days: TRASH_DAYS })}
          </p>
          <ImageUsers filePath={record.filePath} />
        </>
      }
    />
  );
};
