import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Choice } from '#contract/action.ts';
import type { AuditLog } from '#contract/auditLog.ts';
import { entities } from '#contract/entities.ts';
import { exportable } from '#contract/exportTable.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { VersionValue } from '../../kit/form/VersionValue.tsx';
import { ChangeRows } from '../../kit/show/ChangeList.tsx';
import { auditKinds } from './auditKinds.ts';
import { useAuditLabels } from './useAuditLabels.ts';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The changes of an action; for created and removed records only their content. */
export const AuditDiff = ({ kind, diff }: { kind: string; diff: AuditLog['diff'] }) => {
  const translate = useTranslate();
  const { fieldLabel } = useAuditLabels();
  const shownChanges = diff.filter(({ from, to }) => !(isEmpty(from) && isEmpty(to)));
  if (shownChanges.length === 0) {
    return <Box sx={{ color: 'text.secondary' }}>{translate('auditLogs.noDiff')}</Box>;
  }
  const isNew = shownChanges.every(({ from }) => isEmpty(from));
  const isGone = shownChanges.every(({ to }) => isEmpty(to));
  return (
    <ChangeRows
      changes={shownChanges}
      label={path => fieldLabel(kind, path)}
      value={(path, value) => <AuditValue kind={kind} path={path} value={value} />}
      only={isNew ? 'to' : isGone ? 'from' : undefined}
    />
  );
};

/** The labels of a field's values: those of the resource's export, and of its states. */
const choicesOf = (resource: string, path: string) =>
  exportable(resource)?.columns.find(column => column.path === path)?.choices ??
  (path === 'status'
    ? (entities as Record<string, { states?: Readonly<Record<string, Choice>> | undefined }>)[
        resource
      ]?.states
    : undefined);

/** The server's placeholder for a secret. */
const SET = '[set]';

/** Sums as yuan, instants as Shanghai time, states by their label; for a secret only that one is set. */
const AuditValue = ({ kind, path, value }: { kind: string; path: string; value: unknown }) => {
  const translate = useTranslate();
  if (value === SET)
    return <Box sx={{ color: 'text.secondary' }}>{translate('auditLogs.set')}</Box>;
  if (typeof value === 'number' && path.endsWith('Fen')) return <>{formatYuan(value)}</>;
  if (typeof value === 'number' && /(Time|Until)$/.test(path)) return <>{exactTime(value)}</>;
  const choices = choicesOf(auditKinds[kind] ?? '', path);
  const choice = typeof value === 'string' ? choices?.[value] : undefined;
  return <VersionValue field={path} value={choice?.label ?? value} />;
};
