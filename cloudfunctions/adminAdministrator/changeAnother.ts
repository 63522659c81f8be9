import { byAdministrator, giveRole, rankIn } from '../_shared/admins/byAdministrator.ts';
import type { Plan } from '../_shared/admins/changes.ts';
import { covers, higherAdministrator } from '../_shared/admins/ranks.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import type { StoredAdmin } from '../_shared/base/session.ts';
import type { Transaction } from '../_shared/base/transaction.ts';

interface Change {
  id: string;
  rev: number | undefined;
  /** Why administrators do not do this to themselves. */
  notOneself: string;
  /** May run several times. */
  plan: Plan;
  /** The actor knows the password from now on. */
  takesHold?: boolean;
  /** What else the transaction changes. */
  also?: (transaction: Transaction, before: StoredAdmin) => Promise<void>;
}

/** Who knows the password of an account: its maker, those who know the maker's own, and those from before. */
export const heldBy = (
  { _id, heldBy: others = [] }: StoredAdmin,
  before: string[] = [],
): string[] => [...new Set([_id, ...others, ...before])];

/**
 * Changes another administrator.
 * @throws what `byAdministrator` throws; 40902 for oneself, 40305 for an administrator with rights that the actor has not
 */
export const changeAnother = async (
  { id, rev, notOneself, plan, takesHold, also }: Change,
  context: AdminContext,
): Promise<StoredAdmin> => {
  if (id === (await context.admin())._id) throw stateNotAllowed(notOneself);
  return byAdministrator(context, async (transaction, acting) => {
    const before = await transaction.require<StoredAdmin>('admins', id, rev);
    const rank = await rankIn(transaction, before);
    if (!covers(acting.own, rank)) throw higherAdministrator();
    const patch = plan(before);
    if (!patch) return before;
    const given = patch.role === undefined ? rank : await giveRole(transaction, patch.role, acting);
    await also?.(transaction, before);
    const raised = getsMore(before, patch) || !covers(rank, given);
    const complete = {
      ...patch,
      ...(raised && { raised: acting.raise(before.raised) }),
      ...(takesHold && { heldBy: heldBy(acting.self, before.heldBy).filter(one => one !== id) }),
    };
    return transaction.change('admins', before, complete, { by: acting.by, resource: 'admin' });
  });
};

/** Rights come back to who is enabled; who loses the second factor would be asked for nothing any more. */
const getsMore = (before: StoredAdmin, patch: Partial<StoredAdmin>): boolean =>
  (patch.status === 'active' && before.status !== 'active') || patch.secondFactorTime === null;
