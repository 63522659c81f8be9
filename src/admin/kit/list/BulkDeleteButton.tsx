import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import {
  useDataProvider,
  useGetResourceLabel,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { BulkActionButton } from './BulkActionButton.tsx';

/** Deletes record by record, each by its own rules. */
export const BulkDeleteButton = () => {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const resourceLabel = useGetResourceLabel()(resource, 2);
  return (
    <BulkActionButton
      label={translate('list.delete.action')}
      icon={<DeleteIcon />}
      color="error"
      title={count => translate('list.bulkDelete.title', { count, resource: resourceLabel })}
      confirmLabel={translate('list.delete.confirm')}
      actOn={record =>
        dataProvider.delete(resource, {
          id: record.id,
          ...('rev' in record && { previousData: record }),
        })
      }
    >
      {translate('list.bulkDelete.text')}
    </BulkActionButton>
  );
};
