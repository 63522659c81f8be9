import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, IconButton, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import {
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { editPath } from '../base/hooks.ts';

export interface RowActionsProps {
  /** Before the pencil. */
  first?: ReactNode;
  /** After it. */
  children?: ReactNode;
}

/** The end of a row; clicking here does not open it. */
export const RowActions = ({ first, children }: RowActionsProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource)(record));
  if (!record) return null;
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', mr: -0.75 }}
    >
      {first}
      <Tooltip title={translate('list.edit')}>
        <IconButton
          size="small"
          component={Link}
          to={editPath(resource, record.id)}
          aria-label={translate('list.editOf', { name })}
        >
          <EditIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {children}
    </Box>
  );
};
