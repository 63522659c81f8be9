import type { AuditLog } from '#contract/auditLog.ts';
import { auditLogActions, auditLogEntity } from '#contract/auditLog.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { readableAmong } from '#contract/rights/rights.ts';
import { _ } from '../_shared/base/cloud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { listOf } from '../_shared/base/listing.ts';
import { admins } from '../_shared/base/session.ts';

const list = listOf<AuditLog>(auditLogEntity);

export const main = defineFunction('adminAuditLog', auditLogActions, {
  getLogs: async (request, context) => {
    const reading = list(request);
    reading.catch(() => undefined);
    const { rights } = await context.permissions();
    const kinds = readableAmong(rights, request.filter?.resource);
    return kinds ? list(request, { resource: _.in(kinds) }) : reading;
  },
  getActors: async () => {
    const found = await admins.find({}, { limit: MAX_PAGE_SIZE });
    return {
      list: found.map(({ _id, nickName, username }) => ({ _id, name: nickName || username })),
    };
  },
  getResourceHistory: ({ resource, resourceId, ...page }) =>
    list({ ...page, filter: { resource, resourceId } }),
});
