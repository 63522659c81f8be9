import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useResourceContext, useResourceDefinition, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';

/** In its place on phones too, where react-admin's own would float over the records' buttons. */
export const NewButton = () => {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { hasCreate } = useResourceDefinition();
  if (!hasCreate) return null;
  return (
    <Button
      component={Link}
      to={`/${resource}/create`}
      variant="contained"
      size="small"
      startIcon={<AddIcon />}
      sx={{ minHeight: { xs: 36, sm: 0 } }}
    >
      {translate('ra.action.create')}
    </Button>
  );
};
