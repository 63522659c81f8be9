import type { ActionInput } from '#contract/index.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import { giveWithin, refuse } from '../_shared/admins/limits.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { type AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { lockOfUser } from '../_shared/base/locks.ts';
import { inTransaction, known, type Transaction } from '../_shared/base/transaction.ts';
import { refundPostings, type StoredTask } from '../_shared/tasks/tasks.ts';
import { post, type StoredUser } from '../_shared/users/ledger.ts';
import { logUser } from '../_shared/users/userLog.ts';

/** For an unusable result, within the limits of gifts. Once: the ledger lines are derived from the task's id. */
export const refundTaskCredits = async (
  { id, reason, userNote }: ActionInput<'adminTask', 'refundTaskCredits'>,
  context: AdminContext,
  seen: StoredTask,
): Promise<StoredTask> => {
  const by = await actorOf(context);
  const operator = by.name;
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.require<StoredTask>('tasks', id);
    if (isActiveTask(before.status)) throw stateNotAllowed(taskSentences.notEnded);
    if (before.isRefunded) throw stateNotAllowed(taskSentences.returnedAlready);
    if (before.held.paid + before.held.gift === 0)
      throw stateNotAllowed(taskSentences.nothingSpent);
    const user = await transaction.get<StoredUser>('users', before.userId);
    if (!user) throw stateNotAllowed(userSentences.gone);
    // Nobody could use them.
    if (user.status === 'deleted') throw stateNotAllowed(userSentences.deleted);
    await post(
      transaction,
      user,
      refundPostings(before, { reason, userNote: userNote ?? '', operator }),
    );
    const patch = { isRefunded: true, refundReason: reason };
    return transaction.change('tasks', before, patch, {
      by,
      resource: 'task',
      reason,
      before: { isRefunded: false },
      after: { isRefunded: true, refunded: before.held, ...(userNote && { userNote }) },
    });
  };
  const worth = { credits: seen.held.paid + seen.held.gift, days: 0 };
  const { userId, openid } = seen;
  const about = { type: 'task', refType: 'task', refId: id, operator } as const;
  const title = taskSentences.creditsReturned;
  const give = () =>
    inTransaction(store, {
      known: [known('tasks', id, seen), known('users', userId)],
      locks: [lockOfUser(userId)],
      beside: () => logUser({ _id: userId, openid }, { ...about, title, detail: reason }),
    });
  return giveWithin(context, { each: worth }, give, refuse);
};
