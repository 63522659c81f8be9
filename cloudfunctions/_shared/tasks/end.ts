import { taskSentences } from '#contract/sentences/tasks.ts';
import { type TaskErrorCode, taskErrors } from '#contract/task.ts';
import type { TaskStatus } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { lockOfUser } from '../base/locks.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import { returnPayment } from './bought.ts';
import { holds } from './lease.ts';
import { notifyOfTask } from './notifyOfTask.ts';
import { dropPictures, knownPictures } from './results.ts';
import { checkMove, moved, refundPostings, type StoredTask, withoutSlot } from './tasks.ts';
import { countRefusedWorkflow } from './templateHealth.ts';
import { noteTrial } from './trial.ts';
import { besideEnd } from './usage.ts';

export interface Ending {
  status: Extract<TaskStatus, 'failed' | 'timeout' | 'cancelled'>;
  errorCode: TaskErrorCode;
  /** For engineers. */
  errorRaw?: string;
  /** The reason given by the administrator, or what the history says; its user does not see it. */
  reason?: string;
  /** What the administrator has written for its user. */
  userNote?: string | undefined;
  /** The provider may have charged for it. */
  maybeCharged?: boolean;
  /** The provider has said that it does not work on it, or no longer. */
  isOverThere?: boolean;
}

/**
 * The provider may still be working on it: its slot stays taken until it has been asked to stop, and if its number is
 * not known, until its time is over.
 */
const slotAfter = (task: StoredTask, { isOverThere }: Ending, now: number): Partial<StoredTask> => {
  const mayRun = task.slotKey !== '' && task.sentTime > 0 && !isOverThere;
  if (!mayRun) return { ...withoutSlot(task._id), nextPollTime: 0 };
  return { nextPollTime: task.rhTaskId ? now : Math.max(now, task.deadline ?? now) };
};

/** What ending a task changes for its user: one task less at once, and a free one given back. */
export const userAfter = (user: StoredUser, task: StoredTask, failed: boolean) => {
  const { taskCount, failCount } = user.stats;
  const { freeTasks } = user;
  const returnsFree = failed && task.isFree && freeTasks?.day === task.freeDay;
  return {
    stats: {
      ...user.stats,
      taskCount: taskCount + 1,
      failCount: failed ? failCount + 1 : failCount,
    },
    activeTasks: (user.activeTasks ?? []).filter(id => id !== task._id),
    ...(returnsFree && { freeTasks: { ...freeTasks, used: Math.max(0, freeTasks.used - 1) } }),
  };
};

/**
 * Ends a task without a result: its state, the returned credits and the audit row, in one transaction. What was stored
 * of its pictures goes too. The user's log is written beside it.
 * Concurrent callers return the credits once; later ones are refused.
 * @param seen as it was read
 * @param held the engine's lease; without it nothing is changed. Administrators and users need none.
 * @throws 40400, 40902
 */
export const endTask = async (
  seen: StoredTask,
  ending: Ending,
  actor: Actor,
  held?: StoredTask,
): Promise<StoredTask> => {
  const { _id: id, userId, orderId, templateId } = seen;
  const sentence = taskErrors[ending.errorCode];
  const operator = actor.admin ? actor.name : '';
  let isEnded = false;
  let owner: StoredUser | null = null;
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.require<StoredTask>('tasks', id);
    isEnded = !held || holds(held, before);
    if (!isEnded) return before;
    checkMove(before.status, ending.status);
    const user = userId ? await transaction.get<StoredUser>('users', userId) : null;
    owner = user;
    const { now } = transaction;
    await dropPictures(transaction, before);
    const isPaidBack = before.held.paid + before.held.gift > 0;
    const { userNote = '' } = ending;
    const patch = {
      status: ending.status,
      outputs: [],
      errorCode: ending.errorCode,
      errorText: sentence,
      errorRaw: ending.errorRaw ?? '',
      cancelReason: actor.admin ? (ending.reason ?? '') : '',
      userNote,
      isRefunded: isPaidBack,
      refundReason: isPaidBack ? sentence : '',
      finishTime: now,
      maybeCharged: ending.maybeCharged ?? false,
      inReview: false,
      history: moved(before, ending.status, now, actor.name, ending.reason),
      ...slotAfter(before, ending, now),
    };
    if (user) {
      const said = { reason: ending.reason ?? sentence, userNote: userNote || sentence, operator };
      const change = { patch: userAfter(user, before, true) };
      await post(transaction, user, refundPostings(before, said), change);
    }
    const entry = {
      by: actor,
      resource: 'task',
      reason: ending.reason ?? '',
      before: visible(before),
      after: visible({ ...before, ...patch }),
    };
    const ended = await transaction.change('tasks', before, patch, actor.admin ? entry : undefined);
    await returnPayment(transaction, before, sentence);
    await noteTrial(transaction, ended);
    // It has to be ended at the provider, or its slot is free for another.
    if (before.slotKey !== '') transaction.due('tasks');
    if (user) await notifyOfTask(transaction, ended, user);
    return ended;
  };
  const count = besideEnd(seen);
  const title = ending.status === 'cancelled' ? taskSentences.cancelled : taskSentences.failed;
  return inTransaction(store, {
    known: [
      known('tasks', id, seen, ['nextPollTime']),
      ...knownPictures(seen),
      ...(userId ? [known('users', userId)] : []),
      ...(orderId ? [known('orders', orderId)] : []),
      ...(seen.isTrial ? [known('templates', templateId)] : []),
    ],
    locks: userId ? [lockOfUser(userId)] : [],
    beside: async task => {
      if (isEnded) await count(task, owner, { title, detail: sentence, operator });
    },
  });
};

/** The same by the engine, for a task that has failed: only while its lease holds. */
export const fail = (
  held: StoredTask,
  errorCode: TaskErrorCode,
  by: Actor,
  more: Pick<Ending, 'errorRaw' | 'reason' | 'maybeCharged' | 'isOverThere'> = {},
): Promise<StoredTask> => endTask(held, { status: 'failed', errorCode, ...more }, by, held);

/** The same for what came to nothing at the provider: where it had found errors in the workflow, the template is to blame. */
export const failMade = async (
  held: StoredTask,
  errorCode: TaskErrorCode,
  by: Actor,
  { errorRaw, ...more }: Pick<Ending, 'errorRaw' | 'isOverThere'> = {},
): Promise<StoredTask> => {
  const { errorRaw: nodeErrors, isTrial, templateId } = held;
  const raw = [nodeErrors, errorRaw].filter(Boolean).join('; ');
  const code = nodeErrors ? 'TEMPLATE_BROKEN' : errorCode;
  const ended = await fail(held, code, by, { ...more, errorRaw: raw });
  if (nodeErrors && !isTrial) await countRefusedWorkflow(templateId, by);
  return ended;
};

/** The audit log contains no upstream text, and nothing of the engine's. */
const visible = ({
  errorRaw: _raw,
  nodeInfoList: _nodes,
  results: _results,
  looks: _looks,
  uploads: _uploads,
  history: _history,
  nextPollTime: _time,
  slot: _slot,
  rank: _rank,
  ...task
}: StoredTask) => task;
