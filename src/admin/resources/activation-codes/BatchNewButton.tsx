import AddIcon from '@mui/icons-material/Add';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { BatchCreateDialog } from './BatchCreateDialog.tsx';

export const BatchNewButton = () => {
  const translate = useTranslate();
  return (
    <ActionButton
      label={translate('resources.activation-codes.new')}
      variant="contained"
      size="small"
      startIcon={<AddIcon />}
      dialog={close => <BatchCreateDialog onClose={close} />}
    />
  );
};
