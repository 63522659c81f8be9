import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';

export interface SaveViewDialogProps {
  /** Names in use; one chosen again is replaced. */
  taken: readonly string[];
  onNamed: (name: string) => void;
  onClose: () => void;
}

const MAX_NAME = 20;

export const SaveViewDialog = ({ taken, onNamed, onClose }: SaveViewDialogProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const [text, setText] = useState('');
  const name = text.trim();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (name) onNamed(name);
        }}
      >
        <DialogTitle id={titleId}>{translate('list.views.save')}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label={translate('list.views.name')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            helperText={translate(taken.includes(name) ? 'list.views.replaces' : 'list.views.hint')}
            slotProps={{ htmlInput: { maxLength: MAX_NAME } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.delete.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name}>
            {translate('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
