import { auditLogEntity, auditResults } from '../auditLog.ts';
import {
  auditWord,
  choice,
  created,
  type ExportableResource,
  id,
  list,
  nameOf,
  ofEntity,
  text,
} from './columns.ts';

export const auditLogExports = {
  'audit-logs': ofEntity(
    '操作日志',
    auditLogEntity,
    [
      id,
      created,
      text('adminName', '管理员'),
      auditWord('function', '功能'),
      auditWord('action', '操作'),
      auditWord('resource', '对象'),
      text('resourceId', '对象编号'),
      list('diff', '变化'),
      text('reason', '原因'),
      choice('result', '结果', auditResults),
      text('ip', '地址'),
    ],
    { filters: { adminId: nameOf('管理员', 'admins', 'username') } },
  ),
} as const satisfies Record<string, ExportableResource>;
