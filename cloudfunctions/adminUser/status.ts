import type { ActionInput } from '#contract/index.ts';
import { mayMove } from '#contract/states.ts';
import { type TaskStatus, isActiveTask, taskStatuses } from '#contract/task.ts';
import { userStatuses, userTransitions } from '#contract/user.ts';
import { auditRow } from '../_shared/audit.ts';
import { _ } from '../_shared/cloud.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { conflict, invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import type { StoredUser } from '../_shared/ledger.ts';
import { adminActor } from '../_shared/orders/orders.ts';
import { newId, repository, type Stored } from '../_shared/repository.ts';
import { endTask } from '../_shared/tasks/end.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { inTransaction } from '../_shared/transaction.ts';
import { userLogRow } from '../_shared/userLog.ts';

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
  const admin = await context.admin();
  const actor = adminActor(context, admin);
  const [logId, rowId] = [newId(), newId()];
  const written = await inTransaction(async transaction => {
    const before = await transaction.get<StoredUser>('users', id);
    if (!before) throw notFound();
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    if (!mayMove(userTransitions, before.status, status))
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
      rev: before.rev + 1,
      updateTime: now,
    };
    await transaction.update('users', id, patch);
    const after = { ...before, ...patch };
    const title = { normal: '启用账号', disabled: '停用账号', deleted: '注销账号' }[status];
    const entry = { type: 'status', title, detail: reason, operator: actor.name } as const;
    await transaction.insert('userLogs', userLogRow(after, entry, now, logId));
    const row = auditRow(context, admin, {
      resource: 'user',
      resourceId: id,
      reason,
      ...differing(before, after, status === 'deleted'),
    });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  });
  if (status === 'normal') return written;
  await cancelTasks(id, actor);
  return (await repository<StoredUser>('users').get(id)) ?? written;
};

/** The log does not name the deleted user either. */
const differing = (before: StoredUser, after: StoredUser, deleted: boolean) =>
  deleted
    ? { before: { status: before.status }, after: { status: after.status } }
    : { before, after };

/** Ends the user's unfinished tasks and returns their credits; paid orders and prints continue. */
const cancelTasks = async (userId: string, actor: ReturnType<typeof adminActor>) => {
  const open = await tasks.find({ userId, status: _.in(active) });
  for (const task of open) {
    const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason: '账号已停用' } as const;
    await endTask(task, ending, actor).catch((error: unknown) =>
      console.error('task not cancelled', task._id, error),
    );
  }
};
