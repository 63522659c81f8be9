import { showPath } from '../../kit/base/hooks.ts';

/** The page of a task. */
export const taskPath = (id: string) => showPath('tasks', id);
