import { HOUR_MS } from '#contract/shanghai.ts';
import { type FileRow, files } from '../base/files.ts';
import { fileIdOf } from '../base/fileUse.ts';
import { known, type Known, type Transaction } from '../base/transaction.ts';
import { latestEnd, type StoredTask } from './tasks.ts';

/**
 * The stored pictures of a task are pending files until it succeeds: they become its user's in the transaction that
 * ends it, all of them, or are swept away, all of them.
 */

/** When what was stored is swept away if the task has not succeeded: after its latest end. */
export const purgeTimeOf = (task: StoredTask): number =>
  Math.max(latestEnd(task), Date.now()) + HOUR_MS;

const idsOf = ({ outputs }: StoredTask) => outputs.map(({ filePath }) => fileIdOf(filePath));

const rowsOf = (task: StoredTask, transaction: Transaction) =>
  Promise.all(idsOf(task).map(id => transaction.get<FileRow>('files', id)));

/** Their rows, read before the transaction that ends the task. */
export const knownPictures = (task: StoredTask): Known[] =>
  idsOf(task).map(id => known('files', id));

/** They are kept as long as the task may take, which has become longer. */
export const keepLonger = async (task: StoredTask): Promise<void> => {
  const purgeTime = purgeTimeOf(task);
  for (const id of idsOf(task)) await files.noteWhile(id, { status: 'pending' }, { purgeTime });
};

/** @throws where one of them has been swept away */
export const keepPictures = async (transaction: Transaction, task: StoredTask): Promise<void> => {
  for (const row of await rowsOf(task, transaction)) {
    if (!row) throw new Error('a stored result is gone');
    if (row.status === 'pending')
      await transaction.change('files', row, { status: 'active', purgeTime: null });
  }
};

/** Nobody sees them any more, and the next sweep erases them. */
export const dropPictures = async (transaction: Transaction, task: StoredTask): Promise<void> => {
  for (const row of await rowsOf(task, transaction))
    if (row)
      await transaction.change('files', row, {
        status: 'pending',
        deleteTime: null,
        purgeTime: transaction.now,
      });
};

/** What was stored for a task that had ended meanwhile. */
export const dropPicture = async (filePath: string): Promise<void> => {
  await files.compareAndSet(fileIdOf(filePath), { status: 'pending' }, { purgeTime: Date.now() });
};
