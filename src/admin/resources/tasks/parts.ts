/** What other resources may use of this one. */
export { heldCredits, mayRefund } from './legalTaskActs.ts';
export { OwnedTask } from './OwnedTask.tsx';
export { refreshEvery } from './refreshEvery.ts';
export { TaskItem } from './TaskItem.tsx';
export { TaskPictures } from './TaskPictures.tsx';
export { TaskStatusFilter, failedTasks } from './TaskStatusFilter.tsx';
