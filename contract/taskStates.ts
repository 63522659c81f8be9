import type { Choice } from './action.ts';
import type { Transitions } from './states.ts';

/** Separate from the schemas, because the visitor side does not load zod. */
export const taskStatuses = {
  created: { label: '已创建', tone: 'neutral' },
  checking: { label: '审核中', tone: 'info' },
  queued: { label: '排队中', tone: 'info' },
  submitting: { label: '提交中', tone: 'info' },
  running: { label: '生成中', tone: 'info' },
  saving: { label: '保存中', tone: 'info' },
  succeeded: { label: '成功', tone: 'success' },
  failed: { label: '失败', tone: 'danger' },
  timeout: { label: '超时', tone: 'warning' },
  cancelled: { label: '已取消', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type TaskStatus = keyof typeof taskStatuses;

const ends = ['failed', 'timeout', 'cancelled'] as const;
export const taskTransitions: Transitions<TaskStatus> = {
  created: ['checking', ...ends],
  checking: ['queued', ...ends],
  queued: ['submitting', ...ends],
  // Back to the queue when the provider is busy.
  submitting: ['running', 'queued', ...ends],
  running: ['saving', ...ends],
  saving: ['succeeded', ...ends],
  succeeded: [],
  failed: [],
  timeout: [],
  cancelled: [],
};

/** States in which nothing has been sent to the provider: the user may cancel. */
export const withdrawableTaskStatuses: readonly TaskStatus[] = ['created', 'checking', 'queued'];
/** States in which the provider works on a task, or has finished it without our knowledge. */
export const syncableTaskStatuses: readonly TaskStatus[] = ['running', 'saving'];
/** States of tasks that may be retried; a retry is a new task. */
export const retriableTaskStatuses: readonly TaskStatus[] = ['failed', 'timeout', 'cancelled'];

export const isActiveTask = (status: TaskStatus): boolean => taskTransitions[status].length > 0;
export const activeTaskStatuses = (Object.keys(taskStatuses) as TaskStatus[]).filter(isActiveTask);
