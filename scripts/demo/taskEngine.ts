import { actors } from '#contract/sentences/actors.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import type { Task, TaskErrorCode } from '#contract/task.ts';
import type { TaskStatus } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import { demoKeyName } from './apiKeys.ts';

const { timeoutSec, queueSec } = settingDefaults.system.task;

/** The states that a task passes on its way to a picture, with the reasons that the engine gives. */
const way = [
  ['created', actors.user, taskSentences.accepted],
  ['checking', actors.system, ''],
  ['queued', actors.system, taskSentences.checkSkipped],
  ['submitting', actors.system, ''],
  ['running', actors.system, taskSentences.submitted],
  ['saving', actors.system, taskSentences.resultsFound(1)],
  ['succeeded', actors.system, taskSentences.resultsKept(1, 1)],
] as const satisfies [TaskStatus, string, string][];

const position = (status: TaskStatus) => way.findIndex(([one]) => one === status);

/** The last state before each failure. */
const failsIn: Partial<Record<TaskErrorCode, TaskStatus>> = {
  CONTENT_REJECTED: 'checking',
  SERVICE_BUSY: 'queued',
  CANCELLED: 'queued',
  TEMPLATE_BROKEN: 'submitting',
  FILE_TOO_LARGE: 'submitting',
  ANSWER_LOST: 'submitting',
  SAVE_FAILED: 'saving',
};

/** Shares of a finished task's time at which it moved: most of it is spent at the provider. */
const shares = [0, 0.02, 0.04, 0.12, 0.18, 0.94, 1];

interface Course {
  status: TaskStatus;
  errorCode: TaskErrorCode | '';
  createTime: number;
  /** The key that made it, or would have. */
  apiKeyId: string;
  /** When it ended, or how far an active one has come. */
  endTime: number;
  /** Who asked for it. */
  by?: string;
  /** What the administrator said who cancelled it. */
  cancelReason?: string;
}

/** How a task came to its state. */
export const demoHistory = ({
  status,
  errorCode,
  createTime,
  endTime,
  apiKeyId,
  by = actors.user,
  cancelReason = '',
}: Course): Task['history'] => {
  const hasFailed = errorCode !== '';
  const last = hasFailed ? position(failsIn[errorCode] ?? 'running') : position(status);
  const timeAt = (at: number) =>
    Math.round(createTime + (endTime - createTime) * (shares[at] ?? 1));
  const steps = way.slice(0, last + 1).map(([to, actor, reason], at) => ({
    time: timeAt(at),
    from: way[at - 1]?.[0] ?? '',
    to,
    by: at === 0 ? by : actor,
    reason: to === 'submitting' ? taskSentences.slotTaken(demoKeyName(apiKeyId)) : reason,
  }));
  if (!hasFailed) return steps;
  const reason =
    errorCode === 'CONTENT_REJECTED'
      ? taskSentences.checkRefused
      : errorCode === 'ANSWER_LOST'
        ? taskSentences.answerLost
        : cancelReason;
  const ender = cancelReason ? '管理员' : actors.system;
  return [...steps, { time: endTime, from: way[last]![0], to: status, by: ender, reason }];
};

interface Owner extends Pick<Task, '_id' | 'openid' | 'createTime' | 'status'> {
  template: Template;
  /** What it has at a key, `key_0001#0`. */
  slot?: string;
}

/** No key serves this pool: demo tasks change only by hand. */
const UNSERVED = 'demo';

/** What only the engine reads. */
export const engineFields = ({ _id, openid, createTime, template, status, slot }: Owner) => ({
  slot: slot ?? _id,
  slotKey: slot?.split('#')[0] ?? '',
  pool: status === 'queued' ? UNSERVED : template.apiKeyPool,
  // All paid for, in the order in which they came.
  rank: ['0', '0'.repeat(10), String(createTime).padStart(13, '0'), _id].join('_'),
  plan: {
    workflowId: template.workflowId,
    webappId: template.webappId,
    outputType: 'image' as const,
    largeMemory: false,
    timeoutSec,
    queueSec,
    averageSec: template.averageSec,
  },
  // The engine looks at no task without a time.
  nextPollTime: 0,
  visibleTo: openid,
});
