import { adminSentences } from '#contract/sentences/admins.ts';
import type { Plan } from '../_shared/admins/changes.ts';
import { adminActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
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

/**
 * Changes another administrator, in a transaction that writes the actor as well: of two who disable each other at the
 * same moment one comes second and is disabled already. As the actor is active and never changes their own account, one
 * always remains who can sign in.
 * @throws 40902 for oneself, and for an actor who was disabled or reset meanwhile
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
    const before = await transaction.require<StoredAdmin>('admins', id, rev);
    const patch = plan(before);
    if (!patch) return before;
    // Without a write to this record two transactions that only read each other's would both commit.
    await transaction.note('admins', self._id, { acts: _.inc(1) });
    await also?.(transaction, before);
    return transaction.change('admins', before, patch, entry);
  });
};
