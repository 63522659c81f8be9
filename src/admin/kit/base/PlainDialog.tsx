import { Dialog, DialogActions, DialogContent, type DialogProps, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';

export interface PlainDialogProps extends Pick<DialogProps, 'maxWidth'> {
  title: string;
  onClose: () => void;
  children?: ReactNode;
  /** The buttons. */
  actions: ReactNode;
}

/** A dialog without a form: title, content, buttons. */
export const PlainDialog = ({ title, onClose, children, actions, maxWidth }: PlainDialogProps) => {
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      // A click must not reach the row behind.
      onClick={event => event.stopPropagation()}
      maxWidth={maxWidth ?? 'xs'}
      fullWidth
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children && <DialogContent>{children}</DialogContent>}
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
};
