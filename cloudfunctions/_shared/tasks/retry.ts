import { taskSentences } from '#contract/sentences/tasks.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { retriableTaskStatuses, taskStatuses } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import type { Actor } from '../base/actor.ts';
import { stateNotAllowed } from '../base/errors.ts';
import type { FileRow } from '../base/files.ts';
import { fileIdOf } from '../base/fileUse.ts';
import type { New } from '../base/repository.ts';
import type { Transaction } from '../base/transaction.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import { worthOf } from '../users/worth.ts';
import { unstarted } from './newTask.ts';
import { rankOf } from './rank.ts';
import { hasUsableKey } from './service.ts';
import { canPay, holdPostings, splitCost, type StoredTask } from './tasks.ts';

export const photosOf = ({ inputs, nodeInfoList }: StoredTask): string[] => [
  ...new Set([...inputs, ...nodeInfoList].flatMap(({ filePath }) => filePath || [])),
];

/** What it was made from is still there. @throws 40902 */
const checkPhotosOf = async (transaction: Transaction, task: StoredTask) => {
  for (const path of photosOf(task)) {
    const row = await transaction.get<FileRow>('files', fileIdOf(path));
    if (row?.status !== 'active') throw stateNotAllowed(taskSentences.retryPhotosGone);
  }
};

interface Retry {
  /** The id of the new task. */
  _id: string;
  taskNo: string;
  free: boolean;
  by: Actor;
  /** As the ledger names who asked. */
  operator: string;
  reason: string;
  /** The turn of its lane, and the pools with a usable key. */
  turn: number;
  pools: string[];
  /** Identifies the request, as returned by `intended`. */
  intent?: string;
}

/**
 * A new task with the same inputs. The old one stores its id, so that a second call makes no second one. Its user has
 * waited once, so it waits among those that are paid for.
 * @throws 40902 where it cannot run again, or has been
 */
export const retryOnce = async (
  transaction: Transaction,
  old: StoredTask,
  { _id, taskNo, free, by, operator, reason, turn, pools, ...intent }: Retry,
): Promise<StoredTask> => {
  if (old.retriedBy) throw stateNotAllowed(taskSentences.retriedAlready);
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
    ...intent,
    _id,
    slot: _id,
    rank: rankOf('paid', turn + active.length, now, _id),
    taskNo,
    costCredits: cost,
    held,
    valueFen: worthOf(user, held.paid),
    deadline: now + old.plan.queueSec * 1_000,
    nextPollTime: now,
    history: [{ time: now, from: '', to: 'created', by: by.name, reason }],
    retryOf: old._id,
  };
  const change = { patch: { activeTasks: [...active, _id] } };
  await post(transaction, user, holdPostings(next, reason, operator), change);
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
