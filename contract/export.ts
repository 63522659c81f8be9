import {
  adminRead,
  adminWrite,
  type Choice,
  listOutput,
  oneOrMany,
  unsearchedListInput,
  withId,
} from './action.ts';
import { MAX_SEARCH_LENGTH } from './constants.ts';
import { exportable, type ExportResourceName, exportTable } from './exportTable.ts';
import { rightToExport } from './rights/rights.ts';
import { oneOf, type Transitions } from './states.ts';
import { id, idemKey, instant, line, recordFields, z } from './zod.ts';

export const exportStatuses = {
  queued: { label: '排队中', tone: 'neutral' },
  running: { label: '导出中', tone: 'info' },
  done: { label: '已完成', tone: 'success' },
  failed: { label: '失败', tone: 'danger' },
  cancelled: { label: '已取消', tone: 'neutral' },
  /** The file has been removed after its retention time. */
  expired: { label: '已过期', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type ExportStatus = keyof typeof exportStatuses;

export const exportTransitions: Transitions<ExportStatus> = {
  queued: ['running', 'cancelled'],
  running: ['done', 'failed', 'cancelled'],
  done: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
};

const resource = z.enum(Object.keys(exportTable) as [ExportResourceName, ...ExportResourceName[]]);

export const exportJob = z.object({
  ...recordFields,
  resource: z.string(),
  filter: z.record(z.string(), z.unknown()).default({}),
  q: z.string().default(''),
  columns: z.array(z.string()).default([]),
  status: oneOf(exportStatuses),
  /** Records written so far; `total` is 0 until many of them are counted. */
  done: z.int().default(0),
  total: z.int().default(0),
  fileName: z.string().default(''),
  /** What was filtered, in words; '' for everything. */
  filterText: z.string().default(''),
  sizeBytes: z.int().default(0),
  adminId: id,
  adminName: z.string().default(''),
  /** Shown to people; '' unless it failed. */
  error: z.string().default(''),
  finishTime: instant.nullable().default(null),
  purgeTime: instant.nullable().default(null),
});
export type ExportJob = z.output<typeof exportJob>;

/** The filter of the list, validated by its schema. */
const createInput = z
  .strictObject({
    resource,
    filter: z.record(z.string(), z.unknown()).default({}),
    q: line(MAX_SEARCH_LENGTH).optional(),
    /** Paths of the wanted columns in their order; all columns when absent. */
    columns: z.array(z.string().max(64)).min(1).max(60).optional(),
    idemKey: idemKey.optional(),
  })
  .transform((input, context) => {
    const table = exportable(input.resource);
    const shape = (table?.list.input as z.ZodObject | undefined)?.shape;
    const filter = (shape?.['filter'] as z.ZodType | undefined)?.safeParse(input.filter);
    for (const issue of filter?.error?.issues ?? []) {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
      context.addIssue({
        code: 'custom',
        message: issue.message,
        path: ['filter', ...issue.path, ...keys],
      });
    }
    const known = new Set(table?.columns.map(({ path }) => path));
    if (input.columns?.some(path => !known.has(path))) {
      context.addIssue({ code: 'custom', path: ['columns'], message: '包含不支持的列' });
    }
    return { ...input, filter: { ...(filter?.data as object | undefined) } };
  });

export const exportActions = {
  /** Creates a job; the same `idemKey` answers the existing one. */
  createExport: adminWrite({
    right: ({ resource: exported }) => rightToExport(exported),
    input: createInput,
    output: exportJob,
    example: { resource: 'templates', filter: { status: 'online' }, columns: ['_id', 'name'] },
  }),
  /** The administrator's own exports, newest first; of those, the ones of a resource that the role still exports. */
  getExports: adminRead({
    right: null,
    input: unsearchedListInput(
      { ids: z.array(id).max(100), status: oneOrMany(oneOf(exportStatuses)) },
      ['createTime'],
    ),
    output: listOutput(exportJob),
    example: { page: 1, pageSize: 20 },
  }),
  /** A short-lived address of the file, for its owner only; each address given is in the audit log. */
  getExportUrl: adminWrite({
    right: null,
    ...withId(z.object({ url: z.string(), fileName: z.string(), expireTime: instant }), 'exp_0001'),
  }),
  cancelExport: adminWrite({ right: null, ...withId(exportJob, 'exp_0003') }),
};
