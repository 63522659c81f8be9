import type { AuditLog } from '#contract/auditLog.ts';
import { auditLogActions, auditLogEntity } from '#contract/auditLog.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { listOf } from '../_shared/base/listing.ts';
import { admins } from '../_shared/base/session.ts';

const list = listOf<AuditLog>(auditLogEntity);

export const main = defineFunction('adminAuditLog', auditLogActions, {
  getLogs: request => list(request),
  getActors: async () => {
    const found = await admins.find({}, { limit: MAX_PAGE_SIZE });
    return {
      list: found.map(({ _id, nickName, username }) => ({ _id, name: nickName || username })),
    };
  },
  getResourceHistory: ({ resource, resourceId, ...page }) =>
    list({ ...page, filter: { resource, resourceId } }),
});
