/** What other resources may use of this one. */
export { OwnedTask } from './OwnedTask.tsx';
export { refreshEvery } from './refreshEvery.ts';
export { TaskItem } from './TaskItem.tsx';
export { TaskStatusFilter, failedTasks } from './TaskStatusFilter.tsx';
