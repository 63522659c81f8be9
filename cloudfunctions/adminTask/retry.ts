import type { ActionInput } from '#contract/index.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { retriableTaskStatuses, taskStatuses } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { type AdminContext, withLoad } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { lockOfUser, withLocks } from '../_shared/base/locks.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { hasUsableKey, usablePools } from '../_shared/tasks/service.ts';
import {
  holdPostings,
  newTaskNo,
  splitCost,
  type StoredTask,
  tasks,
} from '../_shared/tasks/tasks.ts';
import { post, type StoredUser } from '../_shared/users/ledger.ts';

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
  const by = await actorOf(context);
  const { username } = await context.admin();
  const taskNo = newTaskNo(Date.now());
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const old = await transaction.require<StoredTask>('tasks', id);
    if (old.retriedBy) {
      const first = await transaction.get<StoredTask>('tasks', old.retriedBy);
      if (idemKey && first) return first;
      throw stateNotAllowed(taskSentences.retriedAlready);
    }
    if (!retriableTaskStatuses.includes(old.status))
      throw stateNotAllowed(taskSentences.notRetryable(taskStatuses[old.status].label));
    const user = await transaction.get<StoredUser>('users', old.userId);
    if (!user || user.status !== 'normal') throw stateNotAllowed(taskSentences.retryUserInactive);
    const template = await transaction.get<Template>('templates', old.templateId);
    if (template && !hasUsableKey(template, pools))
      throw stateNotAllowed(taskSentences.retryWithoutKey);
    const { now } = transaction;
    const cost = free ? 0 : old.costCredits;
    const next: StoredTask = {
      ...old,
      _id: transaction.newId(),
      taskNo,
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
    const reason = taskSentences.retried;
    await post(transaction, user, holdPostings(next, reason, username));
    const patch = { retriedBy: next._id };
    await transaction.change('tasks', old, patch, {
      by,
      resource: 'task',
      reason,
      before: { retriedBy: '' },
      after: { ...patch, costCredits: cost },
    });
    return transaction.insert('tasks', next);
  };
  return withLocks([lockOfUser(seen.userId)], () => inTransaction(store));
};
