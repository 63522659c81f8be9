import { randomInt } from 'node:crypto';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { dayOf } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { type Task, taskEntity, type TaskStatus, taskStatuses } from '#contract/task.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { type Query, repository, type Stored } from '../base/repository.ts';
import type { NodeInfo } from '../runningHub/protocol.ts';
import type { Posting } from '../users/ledger.ts';

export interface StoredTask extends Stored, Omit<Task, keyof Stored> {
  /** As sent to the provider. */
  nodeInfoList: NodeInfo[];
  /** Next time the task is polled; 0 for one that has ended. */
  nextPollTime: number;
  /** The provider's message, for engineers; never leaves the server. */
  errorRaw?: string;
}

export const tasks = repository<StoredTask>('tasks');

/**
 * Recognises the kind of search text; each has its own index: a user's id, the provider's number, or our task number.
 */
export const taskSearch = (q: string | undefined): Query => {
  const typed = (q ?? '').normalize('NFKC').trim();
  if (typed === '') return {};
  if (/^usr_[A-Za-z0-9]+$/.test(typed)) return { userId: typed };
  return /^\d{15,}$/.test(typed) ? { rhTaskId: typed } : { taskNo: typed.toUpperCase() };
};

/** `T` + day + 8 random digits. */
export const newTaskNo = (now: number) =>
  `T${dayOf(now)}${String(randomInt(100_000_000)).padStart(8, '0')}`;

/** @throws 40902 */
export const checkMove = (from: TaskStatus, to: TaskStatus): void => {
  if (mayMove(taskEntity.transitions, from, to)) return;
  throw stateNotAllowed(
    taskSentences.illegalMove(taskStatuses[from].label, taskStatuses[to].label),
  );
};

/** Returns to each balance what was taken from it; the ids make this happen once. */
export const refundPostings = (task: StoredTask, reason: string, operator: string): Posting[] =>
  (['paid', 'gift'] as const).map(bucket => ({
    _id: `${task._id}_refund_${bucket}`,
    kind: 'refund_task',
    bucket,
    delta: task.held[bucket],
    refType: 'task',
    refId: task._id,
    reason,
    operator,
  }));

/** Gifts are spent before bought credits. */
export const splitCost = (cost: number, balance: { paid: number; gift: number }) => {
  const gift = Math.min(cost, Math.max(0, balance.gift));
  return { gift, paid: cost - gift };
};

export const holdPostings = (
  task: { _id: string; held: { paid: number; gift: number } },
  reason: string,
  operator = '',
): Posting[] =>
  (['paid', 'gift'] as const).map(bucket => ({
    _id: `${task._id}_hold_${bucket}`,
    kind: 'consume',
    bucket,
    delta: -task.held[bucket],
    refType: 'task',
    refId: task._id,
    reason,
    operator,
  }));
