import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useResourceContext, useResourceDefinition, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useDialog } from '../action/DialogContext.tsx';
import { useCan } from '../base/CanAccess.tsx';

export interface CreateButtonProps {
  label?: string;
  resource?: string;
  /** Where the records are made; without it they have a page of their own. */
  dialog?: ReactNode;
}

/**
 * react-admin's `CreateButton`, in its place on phones too, where react-admin's own would float over the records'
 * buttons; it may open a dialog.
 */
export const CreateButton = ({
  label = 'ra.action.create',
  dialog,
  ...props
}: CreateButtonProps) => {
  const translate = useTranslate();
  const resource = useResourceContext(props);
  const { hasCreate } = useResourceDefinition(props);
  const [open, shown] = useDialog(dialog);
  const mayCreate = useCan()({ action: 'create', resource });
  if ((!dialog && !hasCreate) || !mayCreate) return null;
  return (
    <>
      <Button
        variant="contained"
        size="small"
        startIcon={<AddIcon />}
        sx={{ minHeight: { xs: 36, sm: 0 } }}
        {...(dialog ? { onClick: open, 'aria-haspopup': 'dialog' as const } : { component: Link, to: `/${resource}/create` })}
      >
        {translate(label)}
      </Button>
      {shown}
    </>
  );
};
