import {
  adminRead,
  byId,
  type Choice,
  listOutput,
  oneOrMany,
  paging,
  range,
  withoutInput,
} from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { rightsToRead } from './rights/rights.ts';
import { oneOf } from './states.ts';
import { filePath, id, labelled, line, z } from './zod.ts';

export const auditResults = {
  ok: { label: '成功', tone: 'success' },
  fail: { label: '失败', tone: 'danger' },
} as const satisfies Record<string, Choice>;

/** One field of a record, before and after; null where there was no value. */
export const auditChange = z.object({
  path: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});

const word = line(64).min(1);
/** A record's id; a file's is its path. */
const recordId = z.union([id, filePath]);

/** One action. Rows are written once and never changed. */
export const auditLogEntity = entity({
  kind: 'auditLog',
  name: '操作日志',
  function: 'adminAuditLog',
  collection: 'auditLogs',
  also: {
    /** '' for a sign-in attempt without a known administrator. */
    adminId: labelled('管理员', z.string().default('')),
    adminName: labelled('管理员', z.string().default('')),
    function: labelled('功能', z.string()),
    action: labelled('操作', z.string()),
    /** Kind of the record, singular: `template`. */
    resource: labelled('对象', z.string()),
    /** '' when many records are concerned; the difference then names them. */
    resourceId: labelled('对象编号', z.string().default('')),
    /** Secrets appear as '[set]'. */
    diff: labelled('变化', z.array(auditChange).default([])),
    reason: labelled('原因', z.string().default('')),
    result: labelled('结果', oneOf(auditResults).default('ok')),
    requestId: labelled('请求编号', z.string().default('')),
    ip: labelled('IP 地址', z.string().default('')),
  },
  labels: { createTime: '时间' },
  filter: {
    adminId: id,
    function: oneOrMany(word),
    action: oneOrMany(word),
    resource: oneOrMany(word),
    resourceId: recordId,
    result: oneOf(auditResults),
    createTime: range,
  },
  sorts: ['createTime'],
  indexes: ['resource resourceId -createTime'],
  actions: {
    /** Rows about what the role does not see are left out. */
    list: {
      name: 'getLogs',
      example: { page: 1, pageSize: 20, filter: { resource: 'template' } },
    },
  },
});
export type AuditLog = RecordOf<typeof auditLogEntity>;

/** Written by no action of its own, but wherever an administrator is given pictures of a user. */
export const LOOK_AT_PICTURES = { function: 'adminUser', action: 'lookAtPictures' } as const;

/** What a row may have as its outcome, the most particular first. */
export const outcomesOf = (diff: AuditLog['diff'] = []): string[] => [
  ...diff.map(({ path, from, to }) => `${path}_${String(from)}_${String(to)}`),
  ...diff.map(({ path, to }) => `${path}_${String(to)}`),
  ...diff.map(({ path }) => path),
];

/** The history of one record, newest first. */
export const revisionsInput = byId.extend(paging);

export const auditLogActions = {
  ...auditLogEntity.actions,
  /** All whom a row may name, sorted by name. */
  getActors: adminRead({
    right: 'audit-logs.read',
    ...withoutInput(z.object({ list: z.array(z.object({ _id: id, name: z.string() })) })),
  }),
  getResourceHistory: adminRead({
    right: ({ resource, resourceId }) => rightsToRead(resource, resourceId) ?? 'audit-logs.read',
    input: z.strictObject({ resource: word, resourceId: recordId, ...paging }),
    output: listOutput(auditLogEntity.record),
    example: { resource: 'template', resourceId: 'tpl_0001' },
  }),
};
