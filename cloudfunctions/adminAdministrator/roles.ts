import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { normOf } from '#contract/entity.ts';
import type { ActionInput } from '#contract/index.ts';
import { normalForm } from '#contract/normalForm.ts';
import { type Right, withReading } from '#contract/rights/rights.ts';
import {
  isStandardRole,
  limitsOfRole,
  type StandardRoleId,
  standardRoles,
} from '#contract/rights/roles.ts';
import { MOST_ROLES, type Role, roleEntity } from '#contract/role.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { listSentences } from '#contract/sentences/calls.ts';
import { type Acting, byAdministrator } from '../_shared/admins/byAdministrator.ts';
import { beyondOwn, covers, ownRank, rankOf } from '../_shared/admins/ranks.ts';
import { authorOf } from '../_shared/base/actor.ts';
import { crud, referenced } from '../_shared/base/crud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { forbidden, invalid, isDuplicate, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, once, scopeOf } from '../_shared/base/repeats.ts';
import { admins, roles, type StoredRole } from '../_shared/base/session.ts';

/** As one that is stored. */
const standardRecord = (id: StandardRoleId): Role => {
  const { name, description, rights } = standardRoles[id];
  const stamps = { rev: 1, createTime: 0, updateTime: 0, createBy: null, updateBy: null };
  const counted = { isStandard: true, administratorCount: 0 };
  const limits = limitsOfRole(id);
  return { _id: id, ...stamps, name, description, rights: [...rights], ...limits, ...counted };
};
const standard = (Object.keys(standardRoles) as StandardRoleId[]).map(standardRecord);

const { first } = crud(roleEntity);

/** @throws 40001 for the name of a standard one, and what a unique index refuses */
const checkName = (name: string | undefined): void => {
  if (name !== undefined && standard.some(role => normalForm(role.name) === normalForm(name)))
    throw invalid({ name: adminSentences.roleNameTaken });
};
const refuseDuplicate = (error: unknown): never => {
  throw isDuplicate(error) ? invalid({ name: adminSentences.roleNameTaken }) : error;
};

/** With any right of an area goes that to read it. */
const withRights = <F extends { rights?: Right[] }>(fields: F): F =>
  fields.rights ? { ...fields, rights: withReading(fields.rights) } : fields;

/** @throws 40902 for a standard role and one's own, 40001 beside `rights` for what one has not oneself */
const checkRole = async (
  context: AdminContext,
  id: string | undefined,
  wanted: Partial<Role> = {},
): Promise<void> => {
  const own = await ownRank(context);
  if (id !== undefined && isStandardRole(id)) throw stateNotAllowed(adminSentences.standardRole);
  if (id === own.role) throw stateNotAllowed(adminSentences.ownRole);
  const before = id === undefined ? null : await roles.get(id);
  const after = { ...before, ...wanted };
  const ranks = [...(before ? [before] : []), { ...after, rights: after.rights ?? [] }];
  if (!ranks.every(role => covers(own, rankOf('', role)))) throw await beyondOwn(context, 'rights');
};

/** The actor's own rights may have changed since they were compared. @throws 40305 */
const coverAll = ({ own }: Acting, ...changed: Pick<Role, 'rights'>[]): void => {
  if (!changed.every(role => covers(own, rankOf('', role)))) throw forbidden();
};

const createRole = async (
  request: ActionInput<'adminAdministrator', 'createRole'>,
  context: AdminContext,
): Promise<StoredRole> => {
  const { idemKey, ...fields } = request;
  const wanted = withRights(fields);
  checkName(fields.name);
  await checkRole(context, undefined, wanted);
  if ((await roles.count({})) >= MOST_ROLES)
    throw stateNotAllowed(adminSentences.mostRoles(MOST_ROLES));
  const admin = await context.admin();
  const _id = idFromKey(idemKey, scopeOf(context, admin._id));
  const [createBy, updateBy] = [authorOf(admin), authorOf(admin)];
  const named = normOf(roleEntity, wanted);
  const complete = { ...first, ...wanted, ...named, ...intended(request), _id, createBy, updateBy };
  const make = () =>
    byAdministrator(context, async (transaction, acting) => {
      coverAll(acting, complete);
      const entry = { by: acting.by, resource: 'role' };
      return (await transaction.insert('roles', complete, entry)) as unknown as StoredRole;
    });
  return once(request, make, () => roles.get(_id)).catch(refuseDuplicate);
};

const updateRole = async (
  { id, rev, ...fields }: ActionInput<'adminAdministrator', 'updateRole'>,
  context: AdminContext,
): Promise<StoredRole> => {
  const wanted = withRights(fields);
  checkName(fields.name);
  await checkRole(context, id, wanted);
  const named = { ...wanted, ...normOf(roleEntity, wanted) };
  const change = byAdministrator(context, async (transaction, acting) => {
    const before = await transaction.require<StoredRole>('roles', id, rev);
    const after = { ...before, ...wanted };
    coverAll(acting, before, after);
    const isRaised = !covers(rankOf('', before), rankOf('', after));
    const patch = isRaised ? { ...named, raised: acting.raise(before.raised) } : named;
    const entry = { by: acting.by, resource: 'role' };
    return transaction.change<StoredRole>('roles', before, patch, entry);
  });
  return change.catch(refuseDuplicate);
};

/** @throws 40904 while an administrator has it: who is given it at the same moment writes it (`giveRole`) */
const deleteRole = async (
  { id, rev }: ActionInput<'adminAdministrator', 'deleteRole'>,
  context: AdminContext,
): Promise<{ _id: string }> => {
  await checkRole(context, id);
  return byAdministrator(context, async (transaction, acting) => {
    const before = await transaction.require<StoredRole>('roles', id, rev);
    coverAll(acting, before);
    const count = await admins.count({ role: id });
    if (count > 0)
      throw referenced(adminSentences.roleInUse(count), { resource: 'administrators', count });
    await transaction.remove('roles', before, { by: acting.by, resource: 'role' });
    return { _id: id };
  });
};

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

  createRole,
  updateRole,
  deleteRole,
};
