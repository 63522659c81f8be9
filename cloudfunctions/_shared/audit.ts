import { newId, repository, type Stored } from './repository.ts';
import type { AdminContext, CallContext } from './dispatcher.ts';
import type { StoredAdmin } from './session.ts';

export interface AuditEntry {
  /** The record's kind, singular: `template`. */
  resource: string;
  resourceId: string;
  before?: object | null;
  after?: object | null;
  reason?: string;
  /** 'ok' by default. */
  result?: 'ok' | 'fail';
}

export interface AuditRow extends Stored {
  adminId: string;
  adminName: string;
  function: string;
  action: string;
  resource: string;
  resourceId: string;
  diff: { path: string; from?: unknown; to?: unknown }[];
  reason: string;
  result: 'ok' | 'fail';
  requestId: string;
  ip: string;
}

export const auditLogs = repository<AuditRow>('auditLogs');

/** Fields that every write changes; left out of the difference. */
const unremarkable = new Set([
  '_id',
  'rev',
  'createTime',
  'updateTime',
  'updateBy',
  'createBy',
  'grams',
  'unaudited',
  'files',
]);
/** `apiKeyPool` contains "key" but is not secret. */
const secret = /password|secret|token|cipher|privateKey|apiKey(?!Pool)/i;

export const difference = (before: object | null = null, after: object | null = null) => {
  const from = (before ?? {}) as Record<string, unknown>;
  const to = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter(
      path => !unremarkable.has(path) && JSON.stringify(from[path]) !== JSON.stringify(to[path]),
    )
    .map(path =>
      secret.test(path)
        ? {
            path,
            from: from[path] === undefined ? null : '[set]',
            to: to[path] === undefined ? null : '[set]',
          }
        : { path, from: from[path] ?? null, to: to[path] ?? null },
    );
};

/** The complete audit row of one action, for callers that store it in a transaction. `admin` is null for a stranger. */
export const auditRow = (
  context: CallContext,
  admin: StoredAdmin | null,
  entry: AuditEntry,
): AuditRow => {
  const now = Date.now();
  return {
    _id: newId(),
    rev: 1,
    createTime: now,
    updateTime: now,
    adminId: admin?._id ?? '',
    adminName: admin ? admin.nickName || admin.username : '',
    function: context.function,
    action: context.action,
    resource: entry.resource,
    resourceId: entry.resourceId,
    diff: difference(entry.before, entry.after),
    reason: entry.reason ?? '',
    result: entry.result ?? 'ok',
    requestId: context.requestId,
    ip: context.ip,
  };
};

/**
 * A row for an action without a changed record that could carry it (see `changeRecord.ts`): showing a secret, a
 * download. It is stored before the answer; if that fails, the action fails.
 */
export const audit = async (context: AdminContext, entry: AuditEntry): Promise<void> =>
  auditAs(context, await context.admin(), entry);

/** The same for sign-in, where no session names the administrator. */
export const auditAs = (
  context: CallContext,
  admin: StoredAdmin | null,
  entry: AuditEntry,
): Promise<void> => auditLogs.insertMany([auditRow(context, admin, entry)]);
