import type { AuditLog } from '#contract/auditLog.ts';
import { defineFunction } from '../_shared/dispatcher.ts';
import { listing } from '../_shared/listing.ts';
import { repository } from '../_shared/repository.ts';

const logs = repository<AuditLog>('auditLogs');
const list = listing<AuditLog>({
  collection: 'auditLogs',
  defaultSort: [['createTime', 'desc']],
});

export const main = defineFunction('adminAuditLog', {
  getLogs: request => list(request),
  getLogById: ({ id }) => logs.require(id),
  getResourceHistory: ({ resource, resourceId, ...page }) =>
    list({ ...page, filter: { resource, resourceId } }),
});
