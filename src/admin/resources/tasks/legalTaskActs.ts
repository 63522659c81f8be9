import type { Task } from '#contract/task.ts';
import { isActiveTask, retriableTaskStatuses, syncableTaskStatuses } from '#contract/taskStates.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

type TaskRecord = RecordOf<Task>;

/** What a task's own state allows; whether its user is still there is asked besides. */
export const heldCredits = ({ held }: Pick<Task, 'held'>) => held.paid + held.gift;

/** Nothing is left to ask about pictures that an administrator has to look at. */
export const maySync = ({ status, inReview, review }: TaskRecord) =>
  syncableTaskStatuses.includes(status) && !(inReview && review?.reason === 'doubtful');

/** Its pictures wait until an administrator has looked at them. */
export const mayReview = ({ inReview }: TaskRecord) => inReview;

export const mayCancel = ({ status }: TaskRecord) => isActiveTask(status);

/** An administrator has to look whether the provider charged for it. */
export const mayResolve = ({ maybeCharged }: TaskRecord) => maybeCharged;

export const mayRetry = ({ status, retriedBy }: TaskRecord) =>
  retriableTaskStatuses.includes(status) && !retriedBy;

export const mayRefund = (task: TaskRecord) =>
  !isActiveTask(task.status) && !task.isRefunded && heldCredits(task) > 0;
