import { Button, Dialog, DialogActions, DialogTitle } from '@mui/material';
import { use } from 'react';
import { useTranslate } from 'react-admin';
import { LeaveContext } from './LeaveContext.ts';

export const LogoutDialog = ({ open, onCancel }: { open: boolean; onCancel: () => void }) => {
  const translate = useTranslate();
  const leave = use(LeaveContext);
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      maxWidth="xs"
      fullWidth
      aria-labelledby="logout-question"
    >
      <DialogTitle id="logout-question">{translate('app.account.confirmLogout')}</DialogTitle>
      <DialogActions>
        <Button onClick={onCancel}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" autoFocus onClick={() => leave('loggedOut')}>
          {translate('app.account.logout')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
