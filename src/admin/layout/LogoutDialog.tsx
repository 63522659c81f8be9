import { useState } from 'react';
import { Button, Dialog, DialogActions, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useSignOut } from '../useSignOut.ts';

export const LogoutDialog = ({ open, onCancel }: { open: boolean; onCancel: () => void }) => {
  const translate = useTranslate();
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={leaving ? undefined : onCancel}
      maxWidth="xs"
      fullWidth
      aria-labelledby="logout-question"
    >
      <DialogTitle id="logout-question">{translate('app.account.confirmLogout')}</DialogTitle>
      <DialogActions>
        <Button disabled={leaving} onClick={onCancel}>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          variant="contained"
          autoFocus
          disabled={leaving}
          onClick={() => {
            setLeaving(true);
            void signOut('loggedOut');
          }}
        >
          {translate('app.account.logout')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
