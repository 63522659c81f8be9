import { FULL_ROLE, MAX_PAGE_SIZE } from '#contract/constants.ts';
import { normOf } from '#contract/entity.ts';
import type { ActionInput } from '#contract/index.ts';
import { normalForm } from '#contract/normalForm.ts';
import { type Right, withReading } from '#contract/rights/rights.ts';
import {
  isStandardRole,
  limitsIn,
  limitsOfRole,
  noLimits,
  type RoleLimits,
  type StandardRoleId,
  standardRoles,
} from '#contract/rights/roles.ts';
import { MOST_ROLES, type Role, roleEntity } from '#contract/role.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { listSentences } from '#contract/sentences/calls.ts';
import { type Acting, byAdministrator } from '../_shared/admins/byAdministrator.ts';
import { beyondOwn, covers, ownRank, rankOf } from '../_shared/admins/ranks.ts';
import { authorOf } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud, referenced } from '../_shared/base/crud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import {
  conflict,
  forbidden,
  invalid,
  isDuplicate,
  stateNotAllowed,
} from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, once, scopeOf } from '../_shared/base/repeats.ts';
import { admins, roles, type StoredRole } from '../_shared/base/session.ts';

/** As one that is stored. Its first version never is, so that what is stored of it is a version behind. */
const standardRecord = (id: StandardRoleId, stored?: StoredRole | null): Role => {
  const { name, description, rights } = standardRoles[id];
  const { createTime = 0, updateTime = 0, createBy = null, updateBy = null } = stored ?? {};
  const { rev: behind = 0 } = stored ?? {};
  const version = behind + 1;
  const stamps = { rev: version, createTime, updateTime, createBy, updateBy };
  const counted = { isStandard: true, administratorCount: 0 };
  const limits = limitsOfRole(id, stored);
  return { _id: id, ...stamps, name, description, rights: [...rights], ...limits, ...counted };
};
const standardIds = Object.keys(standardRoles) as StandardRoleId[];
/** Roles of the installation's own. */
const ownRoles = { _id: _.nin(standardIds) };

const storedOrGiven = async (id: string): Promise<Role | null> => {
  const stored = await roles.get(id);
  return isStandardRole(id) ? standardRecord(id, stored) : stored;
};

const { first } = crud(roleEntity);

/** @throws 40001 for the name of a standard one, and what a unique index refuses */
const checkName = (name: string | undefined): void => {
  const taken = Object.values(standardRoles).map(role => normalForm(role.name));
  if (name !== undefined && taken.includes(normalForm(name)))
    throw invalid({ name: adminSentences.roleNameTaken });
};
const refuseDuplicate = (error: unknown): never => {
  throw isDuplicate(error) ? invalid({ name: adminSentences.roleNameTaken }) : error;
};

/** With any right of an area goes that to read it. */
const withRights = <F extends { rights?: Right[] }>(fields: F): F =>
  fields.rights ? { ...fields, rights: withReading(fields.rights) } : fields;

/** Of a standard role only limits are changed, except those of the full role. */
const isFixed = (id: string | undefined, names: string[]): boolean =>
  id !== undefined &&
  isStandardRole(id) &&
  (id === FULL_ROLE || names.length === 0 || names.some(name => !Object.hasOwn(noLimits, name)));

/** @throws 40902 for what is fixed and one's own role, 40001 beside the field that gives what one has not oneself */
const checkRole = async (
  context: AdminContext,
  id: string | undefined,
  wanted: Partial<Role> = {},
): Promise<void> => {
  const own = await ownRank(context);
  const names = Object.keys(wanted) as (keyof Role)[];
  if (isFixed(id, names)) throw stateNotAllowed(adminSentences.standardRole);
  if (id === own.role) throw stateNotAllowed(adminSentences.ownRole);
  const before = id === undefined ? null : await storedOrGiven(id);
  const isAbove = (role: Partial<Role>) =>
    !covers(own, rankOf('', { ...role, rights: role.rights ?? [] }));
  if (before && isAbove(before)) throw await beyondOwn(context, 'rights');
  if (!isAbove({ ...before, ...wanted })) return;
  const above = names.find(name => before && isAbove({ ...before, [name]: wanted[name] }));
  throw await beyondOwn(context, above ?? 'rights');
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
  if ((await roles.count(ownRoles)) >= MOST_ROLES)
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

/** Of a standard role: stored once they are changed, with its name, which no other role then gets. @throws 40901 */
const changeLimits = async (
  id: StandardRoleId,
  rev: number | undefined,
  wanted: Partial<RoleLimits>,
  context: AdminContext,
): Promise<Role> => {
  const change = byAdministrator(context, async (transaction, acting) => {
    const stored = await transaction.get<StoredRole>('roles', id);
    const before = standardRecord(id, stored);
    if (rev !== undefined && rev !== before.rev) throw conflict(before);
    const after = { ...before, ...wanted };
    coverAll(acting, before, after);
    const isRaised = !covers(rankOf('', before), rankOf('', after));
    const patch = { ...limitsIn(after), ...(isRaised && { raised: acting.raise(stored?.raised) }) };
    const entry = { by: acting.by, resource: 'role', before, after };
    if (stored) return transaction.change<StoredRole>('roles', stored, patch, entry);
    const { name } = before;
    const author = authorOf(acting.self);
    const authors = { createBy: author, updateBy: author };
    const complete = { ...first, name, ...normOf(roleEntity, { name }), ...patch, ...authors };
    const made = { ...complete, _id: id, isStandard: true };
    return (await transaction.insert('roles', made, entry)) as unknown as StoredRole;
  });
  const written = await change.catch((error: unknown) => {
    throw isDuplicate(error) ? conflict(standardRecord(id)) : error;
  });
  return standardRecord(id, written);
};

const updateRole = async (
  { id, rev, ...fields }: ActionInput<'adminAdministrator', 'updateRole'>,
  context: AdminContext,
): Promise<Role> => {
  const wanted = withRights(fields);
  checkName(fields.name);
  await checkRole(context, id, wanted);
  if (isStandardRole(id)) return changeLimits(id, rev, wanted, context);
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
    const stored = await roles.find({}, { sort: [['createTime', 'asc']], limit: MAX_PAGE_SIZE });
    const own = stored.filter(({ _id }) => !isStandardRole(_id));
    const changed = new Map(stored.map(role => [role._id, role]));
    const standard = standardIds.map(id => standardRecord(id, changed.get(id)));
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
    const role = (await storedOrGiven(id)) ?? (await roles.require(id));
    return (await withCounts([role]))[0] ?? role;
  },

  createRole,
  updateRole,
  deleteRole,
};
