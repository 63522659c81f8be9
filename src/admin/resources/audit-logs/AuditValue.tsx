import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { exportable } from '#contract/exportTable.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { VersionValue } from '../../kit/form/VersionValue.tsx';
import { auditKinds } from './auditKinds.ts';

export interface AuditValueProps {
  kind: string;
  path: string;
  value: unknown;
}

/** The server's placeholder for a secret. */
const SET = '[set]';

/** Sums as yuan, instants as Shanghai time, states by their label; for a secret only that one is set. */
export const AuditValue = ({ kind, path, value }: AuditValueProps) => {
  const translate = useTranslate();
  if (value === SET)
    return <Box sx={{ color: 'text.secondary' }}>{translate('auditLogs.set')}</Box>;
  if (typeof value === 'number' && path.endsWith('Fen')) return <>{formatYuan(value)}</>;
  if (typeof value === 'number' && path.endsWith('Time')) return <>{exactTime(value)}</>;
  const choices = exportable(auditKinds[kind] ?? '')?.columns.find(
    column => column.path === path,
  )?.choices;
  const choice = typeof value === 'string' ? choices?.[value] : undefined;
  return <VersionValue field={path} value={choice?.label ?? value} />;
};
