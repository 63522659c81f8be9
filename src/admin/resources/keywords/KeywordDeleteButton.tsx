import { useTranslate } from 'react-admin';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/list/DeleteRecordButton.tsx';

export const KeywordDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  return <DeleteRecordButton {...props} facts={translate('resources.keywords.delete.effect')} />;
};
