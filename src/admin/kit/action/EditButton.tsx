import EditIcon from '@mui/icons-material/EditOutlined';
import {
  type RaRecord,
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useCan } from '../base/CanAccess.tsx';
import { useCreatePath } from '../base/hooks.ts';
import { RecordButton, type RecordButtonProps } from './RecordButton.tsx';

export interface EditButtonProps extends Pick<
  RecordButtonProps,
  'dialog' | 'disabledReason' | 'onClick' | 'variant'
> {
  label?: string;
  record?: RaRecord;
  resource?: string;
}

/** react-admin's `EditButton`, which gives its listeners the name of the record; it may open a dialog instead. */
export const EditButton = (props: EditButtonProps) => {
  const createPath = useCreatePath();
  const { label = 'list.edit', record: _record, resource: _resource, ...button } = props;
  const translate = useTranslate();
  const resource = useResourceContext(props) ?? '';
  const record = useRecordContext(props);
  const name = String(useGetRecordRepresentation(resource)(record));
  const mayEdit = useCan()({ action: 'edit', resource });
  if (!record || !mayEdit) return null;
  return (
    <RecordButton
      {...button}
      icon={<EditIcon fontSize="small" />}
      action={translate(label)}
      label={translate('list.editOf', { name })}
      {...(!button.dialog &&
        !button.onClick && { to: createPath({ resource, type: 'edit', id: record.id }) })}
    />
  );
};
