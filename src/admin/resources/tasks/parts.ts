/** What other resources may use of this one. */
export { TaskItem } from './TaskItem.tsx';
export { TaskStatusFilter } from './TaskStatusFilter.tsx';
export { failedTasks } from './taskFilters.ts';
