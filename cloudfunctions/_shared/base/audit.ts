import { isDeepStrictEqual } from 'node:util';
import type { Actor } from './actor.ts';
import { newId, repository, stampNew, type Stored } from './repository.ts';

/** What the audit log says of one change, or of one look. */
export interface AuditEntry {
  by: Actor;
  /** The record's kind, singular: `template`. */
  resource: string;
  /** Where a record is changed: its own id when absent. */
  resourceId?: string;
  /** Where a record is changed: as it was, and as it is, when absent. */
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
  'intent',
  // Whose it is, which the record says, so that the log names no user who has deleted the account.
  'openid',
  'placedOpenid',
  'userSnap',
  'claim',
  // In print orders: the recipient's name and address, which `address` repeats in part, and what the user wrote.
  'recipient',
  'addressKey',
  'userRemark',
  'raised',
  // Who it is made out to and where it is sent; the action and its reason say what became of it.
  'invoice',
  // In the user's words.
  'refundAsk',
  // An approval says what it is about; giving it has a row of its own.
  'wish',
]);
/** `apiKeyPool` contains "key" but is not secret. */
const secret = /password|secret|token|cipher|privateKey|apiKey(?!Pool)/i;

const difference = (before: object | null = null, after: object | null = null) => {
  const from = (before ?? {}) as Record<string, unknown>;
  const to = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter(path => !unremarkable.has(path) && !isDeepStrictEqual(from[path], to[path]))
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

/** Made here and nowhere else; stored by `changeRecord.ts`, `transaction.ts`, and `audit` below. */
export const auditRow = (entry: AuditEntry, _id = newId(), now = Date.now()): AuditRow => {
  const { context, admin, name } = entry.by;
  const fields = {
    adminId: admin?._id ?? '',
    adminName: name,
    function: context.function,
    action: context.action,
    resource: entry.resource,
    resourceId: entry.resourceId ?? '',
    diff: difference(entry.before, entry.after),
    reason: entry.reason ?? '',
    result: entry.result ?? 'ok',
    requestId: context.requestId,
    ip: context.ip,
  };
  return stampNew(fields, _id, now);
};

/**
 * One row for what changes no record that could carry it: a look at something secret, a download, a sign-in. Written
 * before the answer; where it cannot be, there is none.
 */
export const audit = (entry: AuditEntry): Promise<void> => auditLogs.insertMany([auditRow(entry)]);
