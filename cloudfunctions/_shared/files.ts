import type { StoredFile } from '#contract/file.ts';
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

export const DAY = 86_400_000;

/** `202611`, as it is now in Shanghai. */
export const month = (now = Date.now()) =>
  new Date(now + 8 * 3_600_000).toISOString().slice(0, 7).replace('-', '');
