import { type TaskErrorCode, taskErrors, type TaskStatus } from '#contract/task.ts';
import { auditRow } from '../base/audit.ts';
import { notFound } from '../base/errors.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import type { Actor } from '../base/actor.ts';
import { newId } from '../base/repository.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { inTurn, turnOfUser } from '../base/locks.ts';
import { userLogRow } from '../users/userLog.ts';
import { checkMove, refundPostings, type StoredTask } from './tasks.ts';
import { countUsage } from './usage.ts';

export interface Ending {
  status: Extract<TaskStatus, 'failed' | 'timeout' | 'cancelled'>;
  errorCode: TaskErrorCode;
  /** For engineers. */
  errorRaw?: string;
  /** Said by whoever cancelled it. */
  reason?: string;
}

/**
 * Ends a task without a picture: its state, the credits that go back, the user's log and the audit row, all or none.
 * Any number of callers give the credits back once; those who come after it is over are refused.
 * @throws 40400, 40902
 */
export const endTask = async (
  { _id: id, userId }: Pick<StoredTask, '_id' | 'userId'>,
  ending: Ending,
  actor: Actor,
): Promise<StoredTask> => {
  const now = Date.now();
  const [logId, rowId] = [newId(), newId()];
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.get<StoredTask>('tasks', id);
    if (!before) throw notFound();
    checkMove(before.status, ending.status);
    const user = await transaction.get<StoredUser>('users', before.userId);
    const patch = {
      status: ending.status,
      errorCode: ending.errorCode,
      errorText: taskErrors[ending.errorCode],
      errorRaw: ending.errorRaw ?? '',
      cancelReason: ending.reason ?? '',
      isRefunded: true,
      refundReason: taskErrors[ending.errorCode],
      finishTime: now,
      nextPollTime: 0,
      rev: before.rev + 1,
      updateTime: now,
    };
    await transaction.update('tasks', id, patch);
    if (user) {
      const stats = {
        'stats.taskCount': user.stats.taskCount + 1,
        'stats.failCount': user.stats.failCount + 1,
      };
      const why = ending.reason ?? taskErrors[ending.errorCode];
      await post(transaction, user, refundPostings(before, why, actor.admin ? actor.name : ''), {
        now,
        patch: stats,
      });
      const entry = {
        type: 'task',
        title: ending.status === 'cancelled' ? '任务取消' : '生成失败',
        detail: taskErrors[ending.errorCode],
        refType: 'task',
        refId: id,
        operator: actor.admin ? actor.name : '',
      } as const;
      await transaction.insert('userLogs', userLogRow(user, entry, now, logId));
    }
    const after = { ...before, ...patch };
    if (actor.admin) {
      const { reason = '' } = ending;
      const row = auditRow(actor.context, actor.admin, {
        resource: 'task',
        resourceId: id,
        reason,
        before: visible(before),
        after: visible(after),
      });
      await transaction.insert('auditLogs', { ...row, _id: rowId });
    }
    return after;
  };
  return inTurn([turnOfUser(userId)], () => inTransaction(store), { afterwards: countUsage });
};

/** The audit log tells no upstream text. */
const visible = ({ errorRaw: _raw, nodeInfoList: _nodes, ...task }: StoredTask) => task;
