import type { StoredFile } from '#contract/file.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { _ } from './cloud.ts';
import { fileIdOf } from './fileUse.ts';
import { repository, type Stored } from './repository.ts';
import { filePrefix } from './storage.ts';

/** The row of one file in storage. */
export interface FileRow extends Stored, Omit<StoredFile, keyof Stored> {
  grams: string[];
  /** For a confirmed upload: the path of its picture. */
  confirmedAs?: string;
  /** For an upload: bytes that were announced. */
  announcedBytes?: number;
  /** An upload that was refused or given up. */
  closed?: boolean;
}

export const files = repository<FileRow>('files');

/** A row before its content, so that whatever is stored can be found and swept if it never becomes more than that. */
export const pendingFile = (
  filePath: string,
  about: Pick<FileRow, 'name' | 'scene'> &
    Partial<Pick<FileRow, 'userId' | 'createBy' | 'unused' | 'announcedBytes' | 'purgeTime'>>,
  grams: string[] = [],
): Omit<FileRow, keyof Stored> => ({
  filePath,
  fileID: filePrefix() + filePath,
  grams,
  mime: '',
  sizeBytes: 0,
  width: 0,
  height: 0,
  sha256: '',
  userId: '',
  createBy: null,
  isDuplicate: false,
  unused: true,
  status: 'pending',
  deleteTime: null,
  purgeTime: Date.now() + DAY_MS,
  ...about,
});

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
