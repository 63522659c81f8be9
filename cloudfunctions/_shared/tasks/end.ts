import { type TaskErrorCode, taskErrors, type TaskStatus } from '#contract/task.ts';
import { auditRow } from '../audit.ts';
import { notFound } from '../errors.ts';
import { post, type StoredUser } from '../ledger.ts';
import type { Actor } from '../orders/orders.ts';
import { newId } from '../repository.ts';
import { inTransaction, type Transaction } from '../transaction.ts';
import { inTurn, turnOfUser } from '../turns.ts';
import { userLogRow } from '../userLog.ts';
import { checkMove, refundPostings, type StoredTask } from './tasks.ts';
import { countUsage } from './usage.ts';

export interface Ending {
  status: Extract<TaskStatus, 'failed' | 'timeout' | 'cancelled'>;
  errorCode: TaskErrorCode;
  /** For engineers. */
  errorRaw?: string;
  /** The reason given by the administrator. */
  reason?: string;
}

/**
 * Ends a task without a result: its state, the returned credits, the user's log and the audit row, in one transaction.
 * Concurrent callers return the credits once; later ones are refused.
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

/** The audit log contains no upstream text. */
const visible = ({ errorRaw: _raw, nodeInfoList: _nodes, ...task }: StoredTask) => task;
