import { eraseFiles } from '../base/eraseFiles.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** Erases the pictures of an ended task. What is being printed stays until the print order no longer needs it. */
export const eraseTask = async (
  task: StoredTask,
  patch: { visibleTo?: '' } = {},
): Promise<void> => {
  const kept = await eraseFiles(task.outputs.map(({ filePath }) => filePath));
  const outputs = task.outputs.filter(({ filePath }) => kept.includes(filePath));
  const isErased = task.outputs.length > 0 && outputs.length === 0;
  await tasks.note(task._id, {
    ...patch,
    outputs,
    ...(isErased && { erasedTime: Date.now() }),
  });
};
