import { codes } from '#contract/envelope.ts';
import { FULL_ROLE, isStandardRole, rightsOfRole } from '#contract/rights/roles.ts';
import type { Role } from '#contract/role.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { ActionError, invalid } from '../base/errors.ts';
import { roles } from '../base/session.ts';

/** A role as it decides: its id, and what it may. */
export interface Rank {
  role: string;
  rights: ReadonlySet<string>;
}

/**
 * Whether one of a rank may give a role, change it, or act upon its administrators: it has all of its rights, and the
 * full role, which has those of later versions too, is above all others.
 */
export const covers = (own: Rank, other: Rank): boolean =>
  other.role === FULL_ROLE
    ? own.role === FULL_ROLE
    : [...other.rights].every(right => own.rights.has(right));

export const rankOf = (role: string, stored: Pick<Role, 'rights'> | null): Rank => ({
  role,
  rights: new Set(rightsOfRole(role, stored?.rights)),
});

/** @throws 40001 beside `role` for one that there is not, or that is above */
export const checkGiven = async (own: Rank, role: string): Promise<void> => {
  const stored = isStandardRole(role) ? null : await roles.get(role);
  if (!stored && !isStandardRole(role)) throw invalid({ role: adminSentences.unknownRole });
  if (!covers(own, rankOf(role, stored))) throw invalid({ role: adminSentences.higherRole });
};

export const higherAdministrator = () =>
  new ActionError(codes.forbidden, adminSentences.higherAdministrator);
