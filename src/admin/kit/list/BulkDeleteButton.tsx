import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useDataProvider, useGetResourceLabel, useResourceContext } from 'react-admin';
import { useTexts } from '../base/hooks.ts';
import { BulkActionButton } from './BulkActionButton.tsx';

/** Deletes record by record, each by its own rules. */
export const BulkDeleteButton = () => {
  const t = useTexts('list');
  const dataProvider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const resourceLabel = useGetResourceLabel()(resource, 2);
  return (
    <BulkActionButton
      label={t('delete.action')}
      icon={<DeleteIcon />}
      color="error"
      title={count => t('bulkDelete.title', { count, resource: resourceLabel })}
      confirmLabel={t('delete.confirm')}
      actOn={record =>
        dataProvider.delete(resource, {
          id: record.id,
          ...('rev' in record && { previousData: record }),
        })
      }
    >
      {t('bulkDelete.text')}
    </BulkActionButton>
  );
};
