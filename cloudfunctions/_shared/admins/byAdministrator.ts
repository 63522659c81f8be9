import { isStandardRole } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { type Actor, adminActor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { forbidden, invalid, stateNotAllowed } from '../base/errors.ts';
import { type Raise, type StoredAdmin, storedRole, type StoredRole } from '../base/session.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { covers, type Rank, rankOf } from './ranks.ts';

/** Who changes administrators and roles, as stored at that moment. */
export interface Acting {
  self: StoredAdmin;
  own: Rank;
  by: Actor;
  /** Written where this change gives rights. */
  raise: (before?: Raise) => Raise;
}

/**
 * Every write of an administrator on administrators and roles: in a transaction that writes the actor as well. Of two who
 * disable or demote each other at the same moment one comes second and may no longer, and nothing is done in the name
 * of one whose rights have ended meanwhile. As the actor stays active and acts on nobody above, one with all rights
 * who can sign in always remains.
 * @throws 40902 for an actor who was disabled or reset meanwhile, 40305 for one whose role was changed
 */
export const byAdministrator = async <T>(
  context: AdminContext,
  work: (transaction: Transaction, acting: Acting) => Promise<T>,
): Promise<T> => {
  const actor = await context.admin();
  const by = adminActor(context, actor);
  return inTransaction(async transaction => {
    const self = await transaction.get<StoredAdmin>('admins', actor._id);
    if (self?.status !== 'active' || self.sessionEpoch !== actor.sessionEpoch)
      throw stateNotAllowed(adminSentences.noLongerActive);
    const own = await rankIn(transaction, self);
    if (!own.rights.has('administrators.write')) throw forbidden();
    const raise = (before?: Raise): Raise => ({
      time: transaction.now,
      byFactor: Boolean(self.secondFactorTime) || (before?.byFactor ?? false),
    });
    const done = await work(transaction, { self, own, by, raise });
    // Without a write to this record two transactions that only read each other's would both commit.
    await transaction.note('admins', self._id, { acts: _.inc(1) });
    return done;
  });
};

export const rankIn = async (
  transaction: Transaction,
  { role }: Pick<StoredAdmin, 'role'>,
): Promise<Rank> =>
  rankOf(role, await storedRole(role, id => transaction.get<StoredRole>('roles', id)));

/**
 * The rank of a role that is given. A role of one's own is written, so that it is not deleted at the same moment.
 * @throws 40001 for one that there is not, 40305 for one with rights that the actor has not
 */
export const giveRole = async (
  transaction: Transaction,
  role: string,
  { own }: Pick<Acting, 'own'>,
): Promise<Rank> => {
  const isOwn = !isStandardRole(role);
  if (isOwn && !(await transaction.get('roles', role)))
    throw invalid({ role: adminSentences.unknownRole });
  const rank = await rankIn(transaction, { role });
  if (!covers(own, rank)) throw forbidden();
  if (isOwn) await transaction.note('roles', role, { given: _.inc(1) });
  return rank;
};
