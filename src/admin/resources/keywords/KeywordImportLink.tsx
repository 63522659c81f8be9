import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';

export const KeywordImportLink = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <ToolbarButton
      icon={<UploadIcon fontSize="small" />}
      label={translate('resources.keywords.import.open')}
      onClick={() => void navigate('/keywords/import')}
    />
  );
};
