import { _ } from '../base/cloud.ts';
import { type FileRow, files } from '../base/files.ts';
import { fileIdOf } from '../base/fileUse.ts';

/** The rows of this user's own photos, by path; other users' photos are left out. */
export const ownPhotos = async (
  paths: string[],
  userId: () => Promise<string>,
): Promise<Map<string, FileRow>> => {
  const ids = [...new Set(paths)].map(fileIdOf);
  if (ids.length === 0) return new Map();
  const [rows, owner] = await Promise.all([
    files.find({ _id: _.in(ids) }, { limit: ids.length }),
    userId(),
  ]);
  const own = rows.filter(row => row.userId === owner && row.status === 'active' && owner !== '');
  return new Map(own.map(row => [row.filePath, row]));
};
