import { FULL_ROLE } from '#contract/constants.ts';
import {
  isStandardRole,
  limitsOfRole,
  noLimits,
  rightsOfRole,
  type RoleLimits,
} from '#contract/rights/roles.ts';
import type { Role } from '#contract/role.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { forbidden, invalid } from '../base/errors.ts';
import { auditRefusal } from '../base/permissions.ts';
import { roles, storedRole } from '../base/session.ts';

/** A role as it decides: its id, what it may, and up to how much. */
export interface Rank {
  role: string;
  rights: ReadonlySet<string>;
  limits: RoleLimits;
}

const reaches = (own: number | null, other: number | null): boolean =>
  own === null || (other !== null && other <= own);

/**
 * Whether one of a rank may give a role, change it, or act upon its administrators: it has all of its rights, as far as
 * they reach, and the full role, which has those of later versions too, is above all others.
 */
export const covers = (own: Rank, other: Rank): boolean =>
  other.role === FULL_ROLE
    ? own.role === FULL_ROLE
    : [...other.rights].every(right => own.rights.has(right)) &&
      (Object.keys(noLimits) as (keyof RoleLimits)[]).every(name =>
        reaches(own.limits[name], other.limits[name]),
      );

export const rankOf = (
  role: string,
  stored: (Pick<Role, 'rights'> & Partial<RoleLimits>) | null,
): Rank => ({
  role,
  rights: new Set(rightsOfRole(role, stored?.rights)),
  limits: limitsOfRole(role, stored),
});

/** The rank of the administrator who makes the call. */
export const ownRank = async (context: AdminContext): Promise<Rank> => {
  const [{ role }, { rights, limits }] = await Promise.all([
    context.admin(),
    context.permissions(),
  ]);
  return { role, rights, limits };
};

/** What is above one's own: said beside a field, and to the audit log. */
export const beyondOwn = async (context: AdminContext, field: string) => {
  await auditRefusal(await context.admin(), context, adminSentences.higherRole);
  return invalid({ [field]: adminSentences.higherRole });
};

/** @throws 40001 beside `role` for one that there is not, or that is above */
export const checkGiven = async (role: string, context: AdminContext): Promise<void> => {
  const stored = await storedRole(role, id => roles.get(id));
  if (!stored && !isStandardRole(role)) throw invalid({ role: adminSentences.unknownRole });
  if (!covers(await ownRank(context), rankOf(role, stored))) throw await beyondOwn(context, 'role');
};

export const higherAdministrator = () => forbidden(adminSentences.higherAdministrator);
