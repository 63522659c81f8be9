import type { ActionInput } from '#contract/index.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { mayMove } from '#contract/states.ts';
import { isActiveTask, type TaskStatus, taskStatuses } from '#contract/task.ts';
import { userEntity, userStatuses } from '#contract/user.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { endTask } from '../_shared/tasks/end.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { userLogRow } from '../_shared/users/userLog.ts';

type Change = ActionInput<'adminUser', 'updateUserStatus'>;

const active = (Object.keys(taskStatuses) as TaskStatus[]).filter(isActiveTask);
const orders = repository<Stored>('orders');
const printOrders = repository<Stored>('printOrders');

/** Number of open orders, refunds and print orders; an account with any cannot be deleted. One wait. */
export const openBusiness = async (userId: string): Promise<number> => {
  const counts = await Promise.all([
    orders.count({ userId, status: _.in(['pending', 'paid']) }),
    orders.count({ userId, refundStatus: _.in(['processing', 'abnormal']) }),
    printOrders.count({ userId, status: _.nin(['completed', 'cancelled']) }),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
};

/** The anonymised fields of a deleted user; money and codes keep referring to the record. */
const anonymous = (user: StoredUser) => ({
  openid: `deleted:${user._id}`,
  nickName: userSentences.deletedName,
  avatarUrl: '',
  phoneTail: '',
  phoneCipher: '',
  tags: [],
  remark: '',
  grams: [],
});

export const updateUserStatus = async (
  { id, status, reason, disabledUntil, rev }: Change,
  context: AdminContext,
  business: number,
): Promise<StoredUser> => {
  const now = Date.now();
  if (status !== 'disabled' && disabledUntil)
    throw invalid({ disabledUntil: userSentences.onlyWhenDisabling });
  if (disabledUntil && disabledUntil <= now)
    throw invalid({ disabledUntil: userSentences.futureTimeRequired });
  const by = await actorOf(context);
  const written = await inTransaction(async transaction => {
    const before = await transaction.require<StoredUser>('users', id, rev);
    if (!mayMove(userEntity.transitions, before.status, status))
      throw stateNotAllowed(
        userSentences.illegalMove(userStatuses[before.status].label, userStatuses[status].label),
      );
    if (status === 'deleted' && business > 0)
      throw stateNotAllowed(userSentences.businessOpen, { count: business });
    const patch = {
      status,
      statusReason: reason,
      disabledUntil: disabledUntil ?? null,
      ...(status === 'deleted' && anonymous(before)),
    };
    const after = await transaction.change('users', before, patch, {
      by,
      resource: 'user',
      reason,
      // The log does not name the deleted user either.
      ...(status === 'deleted' && { before: { status: before.status }, after: { status } }),
    });
    const title = userSentences.statusChanged[status];
    const entry = { type: 'status', title, detail: reason, operator: by.name } as const;
    await transaction.insert('userLogs', userLogRow(after, entry));
    return after;
  });
  if (status === 'normal') return written;
  await cancelTasks(id, by);
  return (await repository<StoredUser>('users').get(id)) ?? written;
};

/** Ends the user's unfinished tasks and returns their credits; paid orders and prints continue. */
const cancelTasks = async (userId: string, by: Actor) => {
  const open = await tasks.find({ userId, status: _.in(active) });
  for (const task of open) {
    const ending = {
      status: 'cancelled',
      errorCode: 'CANCELLED',
      reason: userSentences.accountDisabled,
    } as const;
    await endTask(task, ending, by).catch((error: unknown) =>
      console.error('task not cancelled', task._id, error),
    );
  }
};
