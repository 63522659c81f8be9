import type { AuditLog } from '#contract/auditLog.ts';
import { auditLogActions, auditLogEntity } from '#contract/auditLog.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { readableKinds } from '#contract/rights/rights.ts';
import { _ } from '../_shared/base/cloud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { listOf } from '../_shared/base/listing.ts';
import type { Query } from '../_shared/base/repository.ts';
import { admins } from '../_shared/base/session.ts';

const list = listOf<AuditLog>(auditLogEntity);

/** Of the kinds that were asked for, those that the role sees. */
const narrowed = (asked: string | string[] | undefined, kinds: string[]): Query => ({
  resource: _.in(asked === undefined ? kinds : kinds.filter(kind => [asked].flat().includes(kind))),
});

export const main = defineFunction('adminAuditLog', auditLogActions, {
  getLogs: async (request, context) => {
    const reading = list(request);
    reading.catch(() => undefined);
    const { rights } = await context.permissions();
    const kinds = readableKinds(rights);
    return kinds === null ? reading : list(request, narrowed(request.filter?.resource, kinds));
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
