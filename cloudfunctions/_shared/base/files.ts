import type { StoredFile } from '#contract/file.ts';
import { dayOf } from '#contract/shanghai.ts';
import { _ } from './cloud.ts';
import { fileIdOf } from './fileUse.ts';
import { repository, type Stored } from './repository.ts';

/** The row of one file in storage. */
export interface FileRow extends Stored, Omit<StoredFile, keyof Stored> {
  grams: string[];
  /** For a confirmed upload: the path of its picture. */
  confirmedAs?: string;
}

export const files = repository<FileRow>('files');

export const fileAt = (filePath: string): Promise<FileRow | null> => files.get(fileIdOf(filePath));

/** Which of these files are in the trash, by path. One wait. */
export const trashedAmong = async (filePaths: string[]): Promise<Set<string>> => {
  const ids = [...new Set(filePaths)].map(fileIdOf);
  if (ids.length === 0) return new Set();
  const rows = await files.find(
    { _id: _.in(ids), status: 'trash' },
    { limit: ids.length, fields: ['filePath'] },
  );
  return new Set(rows.map(({ filePath }) => filePath));
};

/** The current month in Shanghai, `202611`. */
export const month = (now = Date.now()) => dayOf(now).slice(0, 6);
