import AddIcon from '@mui/icons-material/Add';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';

export const ApiKeyNewButton = () => {
  const translate = useTranslate();
  return (
    <ActionButton
      label={translate('resources.api-keys.newTitle')}
      variant="contained"
      size="small"
      startIcon={<AddIcon />}
      dialog={close => <ApiKeyDialog onClose={close} />}
    />
  );
};
