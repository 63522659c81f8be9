import { taskIdOf } from '#contract/file.ts';
import type { Task } from '#contract/task.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import type { FileRow } from '../base/files.ts';
import type { Transaction } from '../base/transaction.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** How many of a user's tasks are searched for a removed photo, and in how many it is marked. */
const MOST_LOOKED_AT = 500;
const MOST_MARKED = 20;

const names = (task: Pick<StoredTask, 'inputs'>, path: string) =>
  task.inputs.some(({ filePath }) => filePath === path);

/** The tasks that show a user's picture. */
export const tasksWith = async (row: FileRow): Promise<string[]> => {
  const maker = taskIdOf(row);
  if (maker) return [maker];
  if (!row.userId) return [];
  const later = await tasks.find(
    { userId: row.userId, createTime: _.gte(row.createTime) },
    { sort: [['createTime', 'asc']], limit: MOST_LOOKED_AT, fields: ['inputs'] },
  );
  return later
    .filter(task => names(task, row.filePath))
    .slice(0, MOST_MARKED)
    .map(({ _id }) => _id);
};

type Removed = Task['removed'][number];

/** The tasks say from now on that the picture was taken away. */
export const markRemoved = async (
  transaction: Transaction,
  ids: string[],
  { filePath, reason, userNote }: Pick<Removed, 'filePath' | 'reason' | 'userNote'>,
  by: Actor,
): Promise<void> => {
  for (const id of ids) {
    const task = await transaction.get<StoredTask>('tasks', id);
    if (!task) continue;
    const output = task.outputs.find(one => one.filePath === filePath) ?? null;
    if (!output && !names(task, filePath)) continue;
    const outputs = task.outputs.filter(one => one !== output);
    const gone = { filePath, time: transaction.now, reason, userNote, output };
    await transaction.change(
      'tasks',
      task,
      {
        outputs,
        removed: [...(task.removed ?? []), gone],
        ...(output && outputs.length === 0 && { erasedTime: transaction.now }),
      },
      { by, resource: 'task', reason, before: {}, after: { removed: filePath } },
    );
  }
};

/** Undoes it. */
export const unmarkRemoved = async (
  transaction: Transaction,
  ids: string[],
  filePath: string,
  by: Actor,
): Promise<void> => {
  for (const id of ids) {
    const task = await transaction.get<StoredTask>('tasks', id);
    const gone = task?.removed?.find(one => one.filePath === filePath);
    if (!task || !gone) continue;
    const outputs = gone.output ? [...task.outputs, gone.output] : task.outputs;
    await transaction.change(
      'tasks',
      task,
      {
        outputs: outputs.toSorted((a, b) =>
          a.filePath.localeCompare(b.filePath, 'en', { numeric: true }),
        ),
        removed: task.removed.filter(one => one !== gone),
        ...(gone.output && { erasedTime: null }),
      },
      { by, resource: 'task', before: { removed: filePath }, after: {} },
    );
  }
};
