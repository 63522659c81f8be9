import type { StoredFile } from '#contract/file.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { fileIdOf } from './fileUse.ts';
import { repository, type Stored } from './repository.ts';
import { filePrefix } from './storage.ts';

/** A copy of a picture in one of the styles. Its path stands in the row before its content is stored. */
export interface CopyState {
  path: string;
  state: 'making' | 'made' | 'failed';
  /** Distinguishes the call that makes it from one that begins after the end of its time. */
  claim: string;
  /** End of that time. */
  until: number;
  /** Times that it was begun. */
  tries: number;
  bytes: number;
}

/** The row of one file in storage. */
export interface FileRow extends Stored, Omit<StoredFile, keyof Stored> {
  grams: string[];
  /** For a confirmed upload: the path of its picture. */
  confirmedAs?: string;
  /** For an upload: bytes that were announced. */
  announcedBytes?: number;
  /** An upload that was refused or given up. */
  closed?: boolean;
  /** By name (`pictures/copyStyles.ts`). */
  copies?: Record<string, CopyState>;
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

/** The current month in Shanghai, `202611`. */
export const month = (now = Date.now()) => dayOf(now).slice(0, 6);

/** Where the copies of a picture are, also those that are being made or left over. */
export const pathsOfCopies = ({ copies = {} }: Pick<FileRow, 'copies'>): string[] =>
  Object.values(copies).map(({ path }) => path);

/** When nobody is storing a copy of the picture any more. */
export const copiesRestAt = ({ copies = {} }: Pick<FileRow, 'copies'>): number =>
  Math.max(0, ...Object.values(copies).map(endOfMaking));

const endOfMaking = ({ state, until }: CopyState): number => (state === 'making' ? until : 0);
