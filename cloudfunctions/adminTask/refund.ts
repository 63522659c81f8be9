import type { ActionInput } from '#contract/index.ts';
import { isActiveTask } from '#contract/task.ts';
import { auditRow } from '../_shared/audit.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/errors.ts';
import { post, type StoredUser } from '../_shared/ledger.ts';
import { newId } from '../_shared/repository.ts';
import { refundPostings, type StoredTask } from '../_shared/tasks/tasks.ts';
import { inTransaction, type Transaction } from '../_shared/transaction.ts';
import { inTurn, turnOfUser } from '../_shared/turns.ts';
import { userLogRow } from '../_shared/userLog.ts';

/** For an unusable result. Once: the ledger lines are derived from the task's id. */
export const refundTaskCredits = async (
  { id, reason }: ActionInput<'adminTask', 'refundTaskCredits'>,
  context: AdminContext,
  seen: StoredTask | null,
): Promise<StoredTask> => {
  if (!seen) throw notFound();
  const now = Date.now();
  const admin = await context.admin();
  const operator = admin.nickName || admin.username;
  const [rowId, logId] = [newId(), newId()];
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.get<StoredTask>('tasks', id);
    if (!before) throw notFound();
    if (isActiveTask(before.status)) throw stateNotAllowed('任务尚未结束，可取消任务并退回积分');
    if (before.isRefunded) throw stateNotAllowed('该任务的积分已退回');
    if (before.held.paid + before.held.gift === 0) throw stateNotAllowed('该任务没有消耗积分');
    const user = await transaction.get<StoredUser>('users', before.userId);
    if (!user) throw stateNotAllowed('用户已不存在');
    await post(transaction, user, refundPostings(before, reason, operator), { now });
    const patch = { isRefunded: true, refundReason: reason, rev: before.rev + 1, updateTime: now };
    await transaction.update('tasks', id, patch);
    const entry = { type: 'task', title: '退回积分', detail: reason, operator } as const;
    const log = userLogRow(user, { ...entry, refType: 'task', refId: id }, now, logId);
    await transaction.insert('userLogs', log);
    const row = auditRow(context, admin, {
      resource: 'task',
      resourceId: id,
      reason,
      before: { isRefunded: false },
      after: { isRefunded: true, refunded: before.held },
    });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return { ...before, ...patch };
  };
  return inTurn([turnOfUser(seen.userId)], () => inTransaction(store));
};
