import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import { withReading } from '#contract/rights/rights.ts';
import {
  isStandardRole,
  limitsOfRole,
  type RoleLimits,
  type StandardRoleId,
  standardRoles,
} from '#contract/rights/roles.ts';
import { MOST_ROLES, type Role, roleEntity } from '#contract/role.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { listSentences } from '#contract/sentences/lists.ts';
import { beyondOwn, covers, ownRank, rankOf } from '../_shared/admins/ranks.ts';
import { crud } from '../_shared/base/crud.ts';
import type { AdminContext, Handler } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { admins, roles } from '../_shared/base/session.ts';

/** As one that is stored. */
const standardRecord = (id: StandardRoleId): Role => {
  const { name, description, rights } = standardRoles[id];
  const stamps = { rev: 1, createTime: 0, updateTime: 0, createBy: null, updateBy: null };
  const counted = { isStandard: true, administratorCount: 0 };
  const limits = limitsOfRole(id);
  return { _id: id, ...stamps, name, description, rights: [...rights], ...limits, ...counted };
};
const standard = (Object.keys(standardRoles) as StandardRoleId[]).map(standardRecord);

const { handlers } = crud(roleEntity, {
  unique: { name: adminSentences.roleNameTaken },
  check: async ({ name }, { id }) => {
    if (standard.some(role => role.name === name))
      throw invalid({ name: adminSentences.roleNameTaken });
    if (id === undefined && (await roles.count({})) >= MOST_ROLES)
      throw stateNotAllowed(adminSentences.mostRoles(MOST_ROLES));
  },
  complete: ({ rights, ...fields }) => ({
    ...fields,
    ...(rights && { rights: withReading(rights) }),
  }),
  uses: async id => {
    const count = await admins.count({ role: id });
    return [{ resource: 'administrators', count, message: adminSentences.roleInUse(count) }];
  },
});

/** @throws 40902 for a standard role and one's own, 40001 for rights that one has not oneself */
const checkRole = async (context: AdminContext, id: string | undefined, wanted: Wanted = {}) => {
  const own = await ownRank(context);
  if (id !== undefined && isStandardRole(id)) throw stateNotAllowed(adminSentences.standardRole);
  if (id === own.role) throw stateNotAllowed(adminSentences.ownRole);
  const before = id === undefined ? null : await roles.get(id);
  // What is not changed stays as it is.
  const after = { ...before, ...wanted };
  const ranks = [
    ...(before ? [rankOf('', before)] : []),
    rankOf('', { ...after, rights: withReading(after.rights ?? []) }),
  ];
  if (!ranks.every(rank => covers(own, rank))) throw await beyondOwn(context, 'rights');
};

/** What decides of a role that is made or changed. */
type Wanted = Partial<Pick<Role, 'rights' | keyof RoleLimits>>;

/** The same handler after a check. */
const checked = <I, R>(
  check: (data: I, context: AdminContext) => Promise<void>,
  handler: Handler<I, R>,
): Handler<I, R> =>
  Object.assign(
    async (data: I, context: AdminContext, loaded: never) => {
      await check(data, context);
      return handler(data, context, loaded);
    },
    handler.load && { load: handler.load },
  );

const withCounts = (all: Role[]): Promise<Role[]> =>
  Promise.all(
    all.map(async role => ({
      ...role,
      administratorCount: await admins.count({ role: role._id }),
    })),
  );

/** As `next` says it. @throws 40001 */
const placeOf = (after: string): number => {
  if (!/^\d{1,3}$/.test(after)) throw invalid({ after: listSentences.otherOrder });
  return Number(after);
};

export const roleHandlers = {
  ...handlers,

  /** All of them are few: the standard ones, and behind them those of the installation, the oldest first. */
  getRoles: async ({
    page,
    pageSize,
    after,
    filter = {},
  }: ActionInput<'adminAdministrator', 'getRoles'>) => {
    const own = await roles.find({}, { sort: [['createTime', 'asc']], limit: MAX_PAGE_SIZE });
    const { ids } = filter;
    const all = [...standard, ...own].filter(({ _id }) => !ids || ids.includes(_id));
    const start = after === undefined ? (page - 1) * pageSize : placeOf(after);
    const end = start + pageSize;
    return {
      list: await withCounts(all.slice(start, end)),
      total: all.length,
      ...(end < all.length && { next: String(end) }),
    };
  },

  getRoleById: async ({ id }: ActionInput<'adminAdministrator', 'getRoleById'>) => {
    const role = isStandardRole(id) ? standardRecord(id) : await roles.require(id);
    return (await withCounts([role]))[0] ?? role;
  },

  createRole: checked<ActionInput<'adminAdministrator', 'createRole'>, Role>(
    (wanted, context) => checkRole(context, undefined, wanted),
    handlers.createRole as never,
  ),
  updateRole: checked<ActionInput<'adminAdministrator', 'updateRole'>, Role>(
    ({ id, ...wanted }, context) => checkRole(context, id, wanted),
    handlers.updateRole as never,
  ),
  deleteRole: checked<ActionInput<'adminAdministrator', 'deleteRole'>, { _id: string }>(
    ({ id }, context) => checkRole(context, id),
    handlers.deleteRole as never,
  ),
};
