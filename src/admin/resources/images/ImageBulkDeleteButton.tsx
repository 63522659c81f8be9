import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useTranslate } from 'react-admin';
import { SIGNED_URL_SECONDS, TRASH_DAYS } from '#contract/constants.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import type { RowResult } from '../../kit/list/runBulk.ts';

/** Moves each to the trash; a used one does not stop the others. */
export const ImageBulkDeleteButton = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const reason = {
    referenced: (count: number) => translate('resources.images.delete.used', { count }),
    missing: () => translate('resources.images.delete.missing'),
  };
  return (
    <BulkActionButton
      label={translate('list.delete.action')}
      icon={<DeleteIcon />}
      color="error"
      title={count => translate('resources.images.delete.many', { count })}
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
      {translate('resources.images.delete.effect', {
        days: TRASH_DAYS,
        minutes: SIGNED_URL_SECONDS / 60,
      })}
    </BulkActionButton>
  );
};
