import EditIcon from '@mui/icons-material/EditOutlined';
import {
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { RecordButton, type RecordButtonProps } from './RecordButton.tsx';

/** The pencil of a row whose record is edited in a dialog. */
export const EditRecordButton = (props: Pick<RecordButtonProps, 'onClick' | 'dialog'>) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const name = String(useGetRecordRepresentation(resource)(useRecordContext()));
  return (
    <RecordButton
      icon={<EditIcon fontSize="small" />}
      action={translate('list.edit')}
      label={translate('list.editOf', { name })}
      {...props}
    />
  );
};
