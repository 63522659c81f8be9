import { files } from './files.ts';
import { fileIdOf, referencesTo } from './fileUse.ts';
import { removeFiles } from './storage.ts';

/**
 * Removes files for good, at once. Those that a record uses stay: a photo that is being printed is still needed.
 * Content first: a row without content is found again, content without a row never.
 * @returns the paths that stayed
 */
export const eraseFiles = async (filePaths: string[]): Promise<string[]> => {
  if (filePaths.length === 0) return [];
  const used = await referencesTo(filePaths);
  const free = filePaths.filter(path => !used.has(path));
  if (free.length > 0) await removeFiles(free);
  await Promise.all(free.map(path => files.remove(fileIdOf(path))));
  return filePaths.filter(path => used.has(path));
};
