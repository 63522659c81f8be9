import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import { ChangeRows } from '../../kit/show/ChangeRows.tsx';
import { AuditValue } from './AuditValue.tsx';
import { useAuditLabels } from './useAuditLabels.ts';

export interface AuditDiffProps {
  kind: string;
  diff: AuditLog['diff'];
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The changes of an action; for created and removed records only their content. */
export const AuditDiff = ({ kind, diff }: AuditDiffProps) => {
  const translate = useTranslate();
  const { fieldLabel } = useAuditLabels();
  const told = diff.filter(({ from, to }) => !(isEmpty(from) && isEmpty(to)));
  if (told.length === 0) {
    return <Box sx={{ color: 'text.secondary' }}>{translate('auditLogs.noDiff')}</Box>;
  }
  const isNew = told.every(({ from }) => isEmpty(from));
  const isGone = told.every(({ to }) => isEmpty(to));
  return (
    <ChangeRows
      changes={told}
      label={path => fieldLabel(kind, path)}
      value={(path, value) => <AuditValue kind={kind} path={path} value={value} />}
      only={isNew ? 'to' : isGone ? 'from' : undefined}
    />
  );
};
