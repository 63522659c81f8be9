import { _ } from './cloud.ts';
import { copiesRestAt, type FileRow, files, pathsOfCopies } from './files.ts';
import { fileIdOf, referencesTo } from './fileUse.ts';
import { idsOf } from './repository.ts';
import { removeFiles } from './storage.ts';

/**
 * Removes pictures that nobody sees any more with their copies. Content first: a row without content is found again,
 * content without a row never. A picture of which a copy is being made keeps its row until that has ended, and is swept
 * then.
 * @param rows in the state `pending`, in which no copies are begun, read after they came into it
 */
export const eraseRows = async (rows: FileRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await removeFiles(rows.flatMap(row => [row.filePath, ...pathsOfCopies(row)]));
  const now = Date.now();
  const atRest = rows.filter(row => copiesRestAt(row) <= now);
  await files.removeMany(idsOf(atRest), { status: 'pending' });
  for (const row of rows)
    if (!atRest.includes(row))
      await files.noteWhile(row._id, { status: 'pending' }, { purgeTime: copiesRestAt(row) });
};

/**
 * Removes files for good, at once. Those that a record uses stay: a photo that is being printed is still needed.
 * @returns the paths that stayed
 */
export const eraseFiles = async (filePaths: string[]): Promise<string[]> => {
  if (filePaths.length === 0) return [];
  const used = await referencesTo(filePaths);
  const free = filePaths.filter(path => !used.has(path));
  const ids = free.map(fileIdOf);
  if (ids.length === 0) return filePaths;
  // What an interruption leaves is swept.
  await files.noteMany(ids, { status: 'pending', deleteTime: null, purgeTime: Date.now() });
  const rows = await files.find({ _id: _.in(ids) }, { limit: ids.length });
  const named = new Set(rows.map(({ filePath }) => filePath));
  await removeFiles(free.filter(path => !named.has(path)));
  await eraseRows(rows);
  return filePaths.filter(path => used.has(path));
};
