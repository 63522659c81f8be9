import { Button, type ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { useDialog } from './DialogContext.tsx';

export interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  dialog: ReactNode;
}

/** A button and the dialog behind it. */
export const ActionButton = ({ label, dialog, ...button }: ActionButtonProps) => {
  const [open, shown] = useDialog(dialog);
  return (
    <>
      <Button
        variant="outlined"
        {...button}
        onClick={event => {
          event.stopPropagation();
          open();
        }}
      >
        {label}
      </Button>
      {shown}
    </>
  );
};
