import { taskSentences } from '#contract/sentences/tasks.ts';
import { type TaskErrorCode, taskErrors, type TaskStatus } from '#contract/task.ts';
import type { Actor } from '../base/actor.ts';
import { lockOfUser, withLocks } from '../base/locks.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import { userLogRow } from '../users/userLog.ts';
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
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.require<StoredTask>('tasks', id);
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
      finishTime: transaction.now,
      nextPollTime: 0,
    };
    const operator = actor.admin ? actor.name : '';
    if (user) {
      const { taskCount, failCount } = user.stats;
      const stats = { ...user.stats, taskCount: taskCount + 1, failCount: failCount + 1 };
      const why = ending.reason ?? taskErrors[ending.errorCode];
      await post(transaction, user, refundPostings(before, why, operator), { patch: { stats } });
      const entry = {
        type: 'task',
        title: ending.status === 'cancelled' ? taskSentences.cancelled : taskSentences.failed,
        detail: taskErrors[ending.errorCode],
        refType: 'task',
        refId: id,
        operator,
      } as const;
      await transaction.insert('userLogs', userLogRow(user, entry));
    }
    const entry = {
      by: actor,
      resource: 'task',
      reason: ending.reason ?? '',
      before: visible(before),
      after: visible({ ...before, ...patch }),
    };
    return transaction.change('tasks', before, patch, actor.admin ? entry : undefined);
  };
  return withLocks([lockOfUser(userId)], () => inTransaction(store), { afterwards: countUsage });
};

/** The audit log contains no upstream text. */
const visible = ({ errorRaw: _raw, nodeInfoList: _nodes, ...task }: StoredTask) => task;
