import { auditLogEntity } from '../auditLog.ts';
import { type ExportableResource, nameOf, ofEntity } from './columns.ts';

export const auditLogExports = {
  'audit-logs': ofEntity(
    auditLogEntity,
    [
      '_id',
      'createTime',
      'adminName',
      { path: 'function', kind: 'audit' },
      { path: 'action', kind: 'audit' },
      { path: 'resource', kind: 'audit' },
      'resourceId',
      'diff',
      'reason',
      'result',
      'ip',
    ],
    { filters: { adminId: nameOf('admins', 'username') } },
  ),
} as const satisfies Record<string, ExportableResource>;
