import { Box } from '@mui/material';
import { useCreatePath, useResourceDefinitions } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AuditLog } from '#contract/auditLog.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { auditKinds } from './auditKinds.ts';
import { useAuditLabels } from './useAuditLabels.ts';

/** The record concerned, with a link if it has a page. */
export const AuditTarget = () => {
  const { resource: kind, resourceId } = useRecord<RecordOf<AuditLog>>();
  const definitions = useResourceDefinitions();
  const createPath = useCreatePath();
  const { kindLabel } = useAuditLabels();
  const resource = auditKinds[kind] ?? '';
  const canOpen = resourceId !== '' && definitions[resource]?.hasEdit;
  return (
    <Box sx={{ display: 'flex', gap: 1, minWidth: 0, maxWidth: 280 }}>
      <Box component="span" sx={{ flex: 'none' }}>
        {kindLabel(kind)}
      </Box>
      <Box
        component="span"
        sx={{
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          '& a': { color: 'primary.main' },
        }}
      >
        {canOpen ? (
          <Link
            to={createPath({ resource, type: 'edit', id: resourceId })}
            onClick={event => event.stopPropagation()}
          >
            {resourceId}
          </Link>
        ) : (
          resourceId
        )}
      </Box>
    </Box>
  );
};
