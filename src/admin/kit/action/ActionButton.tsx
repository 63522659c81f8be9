import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';

export interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  /** The dialog, while it is open. */
  dialog: (close: () => void) => ReactNode;
}

/** A button and the dialog behind it. */
export const ActionButton = ({ label, dialog, ...button }: ActionButtonProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        {...button}
        onClick={event => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {open && dialog(() => setOpen(false))}
    </>
  );
};
