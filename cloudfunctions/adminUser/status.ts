import type { ActionInput } from '#contract/index.ts';
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
  nickName: '已注销用户',
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
  if (status !== 'disabled' && disabledUntil) throw invalid({ disabledUntil: '仅停用时可设置' });
  if (disabledUntil && disabledUntil <= now) throw invalid({ disabledUntil: '请选择将来的时间' });
  const by = await actorOf(context);
  const written = await inTransaction(async transaction => {
    const before = await transaction.require<StoredUser>('users', id, rev);
    if (!mayMove(userEntity.transitions, before.status, status))
      throw stateNotAllowed(
        `「${userStatuses[before.status].label}」的用户不能变为「${userStatuses[status].label}」`,
      );
    if (status === 'deleted' && business > 0)
      throw stateNotAllowed('用户还有未完成的订单、退款或冲印，暂不能注销', { count: business });
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
    const title = { normal: '启用账号', disabled: '停用账号', deleted: '注销账号' }[status];
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
    const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason: '账号已停用' } as const;
    await endTask(task, ending, by).catch((error: unknown) =>
      console.error('task not cancelled', task._id, error),
    );
  }
};
