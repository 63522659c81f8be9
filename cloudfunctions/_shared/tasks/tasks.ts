import { randomInt } from 'node:crypto';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { dayOf, HOUR_MS } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { type Task, taskEntity } from '#contract/task.ts';
import { type TaskStatus, taskStatuses } from '#contract/taskStates.ts';
import type { TemplateOutput } from '#contract/template.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { repository, type Stored } from '../base/repository.ts';
import { numberTerms } from '../base/searchTerms.ts';
import type { Result } from '../runningHub/client.ts';
import type { NodeInfo } from '../runningHub/protocol.ts';
import type { Posting } from '../users/ledger.ts';

/** A node's value as it is sent; in the place of a photo, the path of the file that is uploaded first. */
export interface PlannedNode extends NodeInfo {
  filePath?: string;
}

/** A result at the provider, until it is stored as ours. */
export interface FoundResult extends Result {
  state: 'waiting' | 'saved' | 'refused';
  /** Attempts to fetch it that failed without an answer. */
  tries: number;
}

/** What the moderation says about a stored picture. */
interface Look {
  filePath: string;
  verdict: 'pass' | 'doubtful';
  label: string;
}

export interface StoredTask extends Stored, Omit<Task, keyof Stored> {
  nodeInfoList: PlannedNode[];
  /** The workflow's or application's number, the pool and the limits at the time of creation. */
  plan: TaskPlan;
  /**
   * When the engine has to look at it; 0 for never. The worker on a task has set it to the end of its lease, and writes
   * only as long as it says so.
   */
  nextPollTime: number;
  /** Unique: `<key>#<n>` while the provider may be working on it, otherwise the task's own id. */
  slot: string;
  /** The key of the slot; '' for none. */
  slotKey: string;
  pool: string;
  /** Its place in the queue of the pool, see `rankOf`. */
  rank: string;
  /** Names of the uploaded photos at the provider, by path. */
  uploads: Record<string, string>;
  /** When the creation was sent: from then on it is never sent again. */
  sentTime: number;
  /** Questions that had no answer since the last one that had. */
  silent: number;
  polls: number;
  results: FoundResult[];
  /** What the moderation has answered for stored pictures; absent until it was asked. */
  looks?: Look[];
  /** Day of the free task that it took. */
  freeDay: string;
  /** The openid that may see it; '' for a trial, and after its user has deleted it: the record stays for the books. */
  visibleTo: string;
  /** What was asked for, as `intentOf`; '' in a retry that was made without a key. */
  intent?: string;
  /** Only for trials: the `triedHash` of the template at that time. */
  triedHash?: string;
  /** The part of its rating that is in the template's average; absent until it is rated. */
  ratedStars?: number | null;
  grams?: string[];
  /** The provider's message: for diagnosis only, which takes secrets out. */
  errorRaw?: string;
  /** When the provider last reported it as ended. */
  reportTime?: number;
}

export interface TaskPlan {
  workflowId: string;
  webappId: string;
  outputType: TemplateOutput;
  largeMemory: boolean;
  /** Seconds. */
  timeoutSec: number;
  queueSec: number;
  averageSec: number;
}

export const tasks = repository<StoredTask>('tasks');

/** What finds a task by its numbers. */
export const taskGrams = (taskNo: string, rhTaskId = ''): string[] => [
  ...new Set(numberTerms(taskNo, rhTaskId)),
];

/** A trial has no user, which is what the index of users finds. */
export const taskQuery = (filter: Record<string, unknown> = {}): Record<string, unknown> =>
  filter['isTrial'] && filter['userId'] === undefined ? { ...filter, userId: '' } : filter;

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
export const refundPostings = (
  task: StoredTask,
  said: Pick<Posting, 'reason' | 'userNote' | 'operator'>,
): Posting[] =>
  (['paid', 'gift'] as const).map(bucket => ({
    _id: `${task._id}_refund_${bucket}`,
    kind: 'refund_task',
    bucket,
    delta: task.held[bucket],
    valueFen: task.valueFen ?? 0,
    refType: 'task',
    refId: task._id,
    ...said,
  }));

/** Both balances together: where one is a debt, the other has to make up for it. */
export const canPay = (cost: number, { paid, gift }: { paid: number; gift: number }): boolean =>
  cost === 0 || cost <= paid + gift;

/** Gifts are spent before bought credits. */
export const splitCost = (cost: number, balance: { paid: number; gift: number }) => {
  const gift = Math.min(cost, Math.max(0, balance.gift));
  return { gift, paid: cost - gift };
};

export const holdPostings = (
  task: Pick<StoredTask, '_id' | 'held' | 'valueFen' | 'templateSnap'>,
  reason = task.templateSnap.name,
  operator = '',
): Posting[] =>
  (['paid', 'gift'] as const).map(bucket => ({
    _id: `${task._id}_hold_${bucket}`,
    kind: 'consume',
    bucket,
    delta: -task.held[bucket],
    valueFen: -task.valueFen,
    refType: 'task',
    refId: task._id,
    reason,
    userNote: task.templateSnap.name,
    operator,
  }));

/** When a task has ended, whatever went wrong: what it and a review of its pictures may take at most, and an hour. */
export const latestEnd = ({
  createTime,
  plan: { queueSec, timeoutSec },
  review,
}: Pick<StoredTask, 'createTime' | 'plan' | 'review'>): number =>
  Math.max(createTime + (queueSec + timeoutSec) * 1_000, review?.until ?? 0) + HOUR_MS;

/** One more move in the task's history. */
export const moved = (
  task: Pick<StoredTask, 'status' | 'history'>,
  to: TaskStatus,
  time: number,
  by: string,
  reason = '',
): StoredTask['history'] => [...task.history, { time, from: task.status, to, by, reason }];

/** What is free again when the provider no longer works on a task. */
export const withoutSlot = (id: string) => ({ slot: id, slotKey: '' });
