import type { ActionInput } from '#contract/index.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { retriableTaskStatuses, taskStatuses } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { type AdminContext, withLoad } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import type { FileRow } from '../_shared/base/files.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { lockOfUser, withLocks } from '../_shared/base/locks.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import type { New } from '../_shared/base/repository.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { unstarted } from '../_shared/tasks/newTask.ts';
import { nextTurn, rankOf } from '../_shared/tasks/rank.ts';
import { hasUsableKey, usablePools } from '../_shared/tasks/service.ts';
import {
  canPay,
  holdPostings,
  newTaskNo,
  splitCost,
  type StoredTask,
  tasks,
} from '../_shared/tasks/tasks.ts';
import { post, type StoredUser } from '../_shared/users/ledger.ts';
import { worthOf } from '../_shared/users/worth.ts';

type RetryInput = ActionInput<'adminTask', 'retryTask'>;

/**
 * A new task with the same inputs. The old one stores its id, so that a second call makes no second one; a repeated
 * call answers the existing one. Its user has waited once, so it waits among those that are paid for.
 */
export const retryTask = withLoad(
  ({ id }: RetryInput) => Promise.all([tasks.get(id), usablePools()]),
  (data, context, [seen, pools]) => retry(data, context, seen, pools),
);

/** What it was made from is still there. @throws 40902 */
const checkPhotosOf = async (transaction: Transaction, { inputs, nodeInfoList }: StoredTask) => {
  const paths = [...inputs, ...nodeInfoList].flatMap(({ filePath }) => filePath || []);
  for (const path of new Set(paths)) {
    const row = await transaction.get<FileRow>('files', fileIdOf(path));
    if (row?.status !== 'active') throw stateNotAllowed(taskSentences.retryPhotosGone);
  }
};

const retry = async (
  request: RetryInput,
  context: AdminContext,
  seen: StoredTask | null,
  pools: string[],
): Promise<StoredTask> => {
  if (!seen) throw notFound();
  const { id, free = false, idemKey } = request;
  const by = await actorOf(context);
  const [{ username }, turn] = await Promise.all([context.admin(), nextTurn(seen.pool, 'paid')]);
  const taskNo = newTaskNo(Date.now());
  const _id = `task_${idFromKey(idemKey, ['retry', id])}`;
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const old = await transaction.require<StoredTask>('tasks', id);
    if (old.retriedBy) {
      const first = await transaction.get<StoredTask>('tasks', old.retriedBy);
      if (idemKey && first?._id === _id) return madeBefore(first, request);
      throw stateNotAllowed(taskSentences.retriedAlready);
    }
    if (!retriableTaskStatuses.includes(old.status))
      throw stateNotAllowed(taskSentences.notRetryable(taskStatuses[old.status].label));
    const user = await transaction.get<StoredUser>('users', old.userId);
    if (!user || user.status !== 'normal') throw stateNotAllowed(taskSentences.retryUserInactive);
    if (old.visibleTo === '') throw stateNotAllowed(taskSentences.retryDeleted);
    await checkPhotosOf(transaction, old);
    const template = await transaction.get<Template>('templates', old.templateId);
    if (template && !hasUsableKey(template, pools))
      throw stateNotAllowed(taskSentences.retryWithoutKey);
    const { now } = transaction;
    const cost = free ? 0 : old.costCredits;
    if (!canPay(cost, user.credits)) throw stateNotAllowed(userSentences.notEnoughCredits);
    const held = splitCost(cost, user.credits);
    const active = user.activeTasks ?? [];
    const { userId, openid, visibleTo } = old;
    const { templateId, templateSnap, presetId, inputs, nodeInfoList, pool, plan } = old;
    const next: New<StoredTask> = {
      ...unstarted(),
      userId,
      openid,
      visibleTo,
      templateId,
      templateSnap,
      presetId,
      inputs,
      nodeInfoList,
      pool,
      plan,
      intent: '',
      ...intended(request),
      _id,
      slot: _id,
      rank: rankOf('paid', turn + active.length, now, _id),
      taskNo,
      costCredits: cost,
      held,
      valueFen: worthOf(user, held.paid),
      deadline: now + old.plan.queueSec * 1_000,
      nextPollTime: now,
      history: [{ time: now, from: '', to: 'created', by: by.name, reason: taskSentences.retried }],
      retryOf: old._id,
    };
    const reason = taskSentences.retried;
    const change = { patch: { activeTasks: [...active, _id] } };
    await post(transaction, user, holdPostings(next, reason, username), change);
    const patch = { retriedBy: next._id };
    await transaction.change('tasks', old, patch, {
      by,
      resource: 'task',
      reason,
      before: { retriedBy: '' },
      after: { ...patch, costCredits: cost },
    });
    transaction.due('tasks');
    return transaction.insert('tasks', next);
  };
  return withLocks([lockOfUser(seen.userId)], () => inTransaction(store));
};
