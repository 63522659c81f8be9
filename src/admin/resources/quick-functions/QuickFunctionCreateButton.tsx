import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { QuickFunctionDialog } from './QuickFunctionDialog.tsx';

export const QuickFunctionCreateButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="contained"
        size="small"
        startIcon={<AddIcon />}
        onClick={() => setOpen(true)}
        sx={{ minHeight: { xs: 36, sm: 0 } }}
      >
        {translate('ra.action.create')}
      </Button>
      {open && <QuickFunctionDialog onClose={() => setOpen(false)} />}
    </>
  );
};
