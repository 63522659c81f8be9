import { adminRead, adminWrite, byUnderscoreId, deleted, range, withoutInput } from './action.ts';
import { MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from './constants.ts';
import { adminSentences } from './sentences/admins.ts';
import { shape } from './sentences/shape.ts';
import { id, line, recordFields, withinBytes, z } from './zod.ts';

export const MAX_VIEW_NAME = 20;
/** Of one administrator, in all lists together; and what all share. */
export const MOST_OWN_VIEWS = 100;
export const MOST_SHARED_VIEWS = 200;
const MAX_VIEW_BYTES = 2_000;

/** A path: nothing that a database takes for a command. */
const field = z.string().regex(/^[A-Za-z][\w.]{0,63}$/, shape('字段名', 'createTime'));
const scalar = z.union([line(MAX_SEARCH_LENGTH), z.number(), z.boolean()]);
const filterValue = z.union([
  scalar,
  z.array(scalar).max(100),
  range,
  /** Days that move on with the calendar. */
  z.strictObject({ lastDays: z.int().min(1).max(366) }),
]);

const view = withinBytes(
  z.strictObject({
    filter: z.record(field, filterValue),
    sort: z.strictObject({ field, order: z.enum(['ASC', 'DESC']) }),
    perPage: z.int().min(1).max(MAX_PAGE_SIZE),
  }),
  MAX_VIEW_BYTES,
  adminSentences.viewTooLarge,
);

const fields = {
  /** The name of a resource, which is its route too. */
  resource: z
    .string()
    .max(64)
    .regex(/^[a-z][a-z0-9-]*(\/[a-z0-9-]+)*$/, shape('列表名称', 'print-orders')),
  name: line(MAX_VIEW_NAME).min(1),
  view,
  /** With all administrators who see the list. */
  shared: z.boolean(),
};

/** Filters and order of a list, under a name. */
const savedView = z.object({
  ...recordFields,
  ...fields,
  ownerId: id,
  /** As the owner was called when it was saved. */
  ownerName: z.string().default(''),
});
export type SavedView = z.output<typeof savedView>;

export const savedViewActions = {
  /** One's own, and those that others share, of lists that the role sees. */
  getSavedViews: adminRead({
    right: null,
    ...withoutInput(z.object({ list: z.array(savedView) })),
  }),
  /** The one that the caller has saved for this list under this name is replaced. 40902 where there are too many. */
  saveView: adminWrite({
    right: null,
    input: z.strictObject(fields),
    output: savedView,
    example: {
      resource: 'tasks',
      name: '近 7 天失败',
      view: {
        filter: { status: 'failed', createTime: { lastDays: 7 } },
        sort: { field: 'createTime', order: 'DESC' },
        perPage: 20,
      },
      shared: true,
    },
  }),
  /** One's own; a shared one of another administrator with the right `administrators.write`. */
  deleteView: adminWrite({
    right: null,
    input: byUnderscoreId,
    output: deleted,
    example: { _id: 'view_0001' },
  }),
};
