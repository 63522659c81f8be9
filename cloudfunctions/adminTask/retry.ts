import type { ActionInput } from '#contract/index.ts';
import type { Template } from '#contract/template.ts';
import { retriableTaskStatuses, taskStatuses } from '#contract/task.ts';
import { auditRow } from '../_shared/audit.ts';
import { type AdminContext, withLoad } from '../_shared/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/errors.ts';
import { post, type StoredUser } from '../_shared/ledger.ts';
import { newId } from '../_shared/repository.ts';
import { hasUsableKey, usablePools } from '../_shared/tasks/service.ts';
import {
  holdPostings,
  newTaskNo,
  splitCost,
  type StoredTask,
  tasks,
} from '../_shared/tasks/tasks.ts';
import { inTransaction, type Transaction } from '../_shared/transaction.ts';
import { inTurn, turnOfUser } from '../_shared/turns.ts';

const QUEUE_MS = 10 * 60_000;

type RetryInput = ActionInput<'adminTask', 'retryTask'>;

/**
 * A new task with the same inputs. The old one stores its id, so that a second call makes no second one; a repeated
 * call answers the existing one.
 */
export const retryTask = withLoad(
  ({ id }: RetryInput) => Promise.all([tasks.get(id), usablePools()]),
  (data, context, [seen, pools]) => retry(data, context, seen, pools),
);

const retry = async (
  { id, free = false, idemKey }: RetryInput,
  context: AdminContext,
  seen: StoredTask | null,
  pools: string[],
): Promise<StoredTask> => {
  if (!seen) throw notFound();
  const now = Date.now();
  const admin = await context.admin();
  const [rowId, newTaskId, taskNo] = [newId(), newId(), newTaskNo(now)];
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const old = await transaction.get<StoredTask>('tasks', id);
    if (!old) throw notFound();
    if (old.retriedBy) {
      const first = await transaction.get<StoredTask>('tasks', old.retriedBy);
      if (idemKey && first) return first;
      throw stateNotAllowed('该任务已重试过，请查看新任务');
    }
    if (!retriableTaskStatuses.includes(old.status))
      throw stateNotAllowed(`「${taskStatuses[old.status].label}」的任务不能重试`);
    const user = await transaction.get<StoredUser>('users', old.userId);
    if (!user || user.status !== 'normal') throw stateNotAllowed('用户已停用或注销，不能重试');
    const template = await transaction.get<Template>('templates', old.templateId);
    if (template && !hasUsableKey(template, pools))
      throw stateNotAllowed('该模板暂停服务：没有可用的密钥，恢复后再重试');
    const cost = free ? 0 : old.costCredits;
    const next: StoredTask = {
      ...old,
      _id: newTaskId,
      taskNo,
      rev: 1,
      createTime: now,
      updateTime: now,
      costCredits: cost,
      held: splitCost(cost, user.credits),
      isRefunded: false,
      refundReason: '',
      status: 'created',
      progress: 0,
      apiKeyId: '',
      rhTaskId: '',
      attempts: 0,
      submitTime: null,
      startTime: null,
      finishTime: null,
      deadline: now + QUEUE_MS,
      nextPollTime: now,
      outputs: [],
      coins: 0,
      costSec: 0,
      errorCode: '',
      errorText: '',
      errorRaw: '',
      cancelReason: '',
      rating: null,
      retryOf: old._id,
      retriedBy: '',
    };
    const reason = '重试任务';
    await post(transaction, user, holdPostings(next, reason, admin.username), { now });
    await transaction.insert('tasks', next);
    const patch = { retriedBy: newTaskId, rev: old.rev + 1, updateTime: now };
    await transaction.update('tasks', id, patch);
    const row = auditRow(context, admin, {
      resource: 'task',
      resourceId: id,
      reason,
      before: { retriedBy: '' },
      after: { retriedBy: newTaskId, costCredits: cost },
    });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return next;
  };
  return inTurn([turnOfUser(seen.userId)], () => inTransaction(store));
};
