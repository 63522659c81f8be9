import { DAY_MS } from '#contract/shanghai.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { StoredTask } from './tasks.ts';
import { progressOf, withQueue } from './waiting.ts';

/** A task as its owner sees it. @param resultDays how long its pictures are kept */
export const visitorView = async (task: StoredTask, resultDays: number): Promise<VisitorTask> => {
  const { finishTime, outputs, erasedTime, templateSnap, plan } = task;
  const isKept = finishTime !== null && outputs.length > 0 && erasedTime === null;
  return {
    ...(await withQueue(task)),
    outputs: isActiveTask(task.status) ? [] : outputs,
    templateName: templateSnap.name,
    averageSec: plan.averageSec,
    progress: progressOf(task),
    expireTime: isKept ? finishTime + resultDays * DAY_MS : null,
  };
};
