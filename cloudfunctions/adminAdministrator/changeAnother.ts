import { isStandardRole } from '#contract/rights/roles.ts';
import type { Role } from '#contract/role.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import type { Plan } from '../_shared/admins/changes.ts';
import { covers, higherAdministrator, type Rank, rankOf } from '../_shared/admins/ranks.ts';
import { adminActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { forbidden, stateNotAllowed } from '../_shared/base/errors.ts';
import type { StoredAdmin } from '../_shared/base/session.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';

interface Change {
  id: string;
  rev: number | undefined;
  /** Why administrators do not do this to themselves. */
  notOneself: string;
  /** May run several times. */
  plan: Plan;
  /** What else the transaction changes. */
  also?: (transaction: Transaction, before: StoredAdmin) => Promise<void>;
}

const rankIn = async (
  transaction: Transaction,
  { role }: Pick<StoredAdmin, 'role'>,
): Promise<Rank> =>
  rankOf(role, isStandardRole(role) ? null : await transaction.get<Role>('roles', role));

/**
 * Changes another administrator, in a transaction that writes the actor as well: of two who disable or demote each
 * other at the same moment one comes second and may no longer. As the actor is active, never changes their own account,
 * and has all rights of the other, one with all rights always remains who can sign in.
 * @throws 40902 for oneself, and for an actor who was disabled or reset meanwhile; 40305 for one whose role was changed,
 * and for an administrator with rights that the actor has not
 */
export const changeAnother = async (
  { id, rev, notOneself, plan, also }: Change,
  context: AdminContext,
): Promise<StoredAdmin> => {
  const actor = await context.admin();
  if (id === actor._id) throw stateNotAllowed(notOneself);
  const entry = { by: adminActor(context, actor), resource: 'admin' };
  return inTransaction(async transaction => {
    const self = await transaction.get<StoredAdmin>('admins', actor._id);
    if (self?.status !== 'active' || self.sessionEpoch !== actor.sessionEpoch)
      throw stateNotAllowed(adminSentences.noLongerActive);
    const own = await rankIn(transaction, self);
    if (!own.rights.has('administrators.write')) throw forbidden();
    const before = await transaction.require<StoredAdmin>('admins', id, rev);
    if (!covers(own, await rankIn(transaction, before))) throw higherAdministrator();
    const patch = plan(before);
    if (!patch) return before;
    // The actor's own role may have changed since it was compared with the one that is given.
    if (!covers(own, await rankIn(transaction, { ...before, ...patch }))) throw forbidden();
    // Without a write to this record two transactions that only read each other's would both commit.
    await transaction.note('admins', self._id, { acts: _.inc(1) });
    await also?.(transaction, before);
    return transaction.change('admins', before, patch, entry);
  });
};
