import { dayOf } from '#contract/shanghai.ts';
import type { StoredFile } from '#contract/file.ts';
import { _ } from './cloud.ts';
import { fileIdOf } from './fileUse.ts';
import { repository, type Stored } from './repository.ts';

/** The row of one file in storage. */
export interface FileRow extends Stored, Omit<StoredFile, keyof Stored> {
  grams: string[];
  /** Of an announced upload that has been confirmed: where its picture went. */
  confirmedAs?: string;
}

export const files = repository<FileRow>('files');

export const fileAt = (filePath: string): Promise<FileRow | null> => files.get(fileIdOf(filePath));

/** Which of these files lie in the trash, by path; one wait for all. */
export const trashedAmong = async (filePaths: string[]): Promise<Set<string>> => {
  const ids = [...new Set(filePaths)].map(fileIdOf);
  if (ids.length === 0) return new Set();
  const rows = await files.find(
    { _id: _.in(ids), status: 'trash' },
    { limit: ids.length, fields: ['filePath'] },
  );
  return new Set(rows.map(({ filePath }) => filePath));
};

/** `202611`, as it is now in Shanghai. */
export const month = (now = Date.now()) => dayOf(now).slice(0, 6);
