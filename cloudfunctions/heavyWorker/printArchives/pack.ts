import { type FileHandle, open } from 'node:fs/promises';
import { Zip, ZipPassThrough } from 'fflate';
import { environment } from '../../_shared/base/environment.ts';
import { readFile, storeFromDisk } from '../../_shared/base/storage.ts';
import { withTempFile } from '../../_shared/base/tempFile.ts';
import { type ArchivePhoto, printFilePath } from '../../_shared/prints/archives.ts';
import { printFileName } from './names.ts';

/** Parts of about the greatest size, in order: the same for every worker, so that one goes on where another stopped. */
export const partsOf = (photos: readonly ArchivePhoto[]): ArchivePhoto[][] => {
  const parts: ArchivePhoto[][] = [];
  let bytes = Infinity;
  for (const photo of photos) {
    if (bytes + photo.sizeBytes > environment.PRINT_ARCHIVE_PART_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(photo);
    bytes += photo.sizeBytes;
  }
  return parts;
};

/** Writes an archive file by file; pictures do not get smaller, so nothing is compressed. */
const zipInto = (file: FileHandle) => {
  let failure: Error | null = null;
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    ready.push(chunk);
  });
  const flush = async () => {
    if (failure) throw failure as Error;
    const chunks = ready;
    ready = [];
    for (const chunk of chunks) await file.write(chunk);
  };
  return {
    add: (name: string, content: Uint8Array): Promise<void> => {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(content, true);
      return flush();
    },
    end: (): Promise<void> => {
      zip.end();
      return flush();
    },
  };
};

export interface Packing {
  archiveId: string;
  photos: readonly ArchivePhoto[];
  /** Files beside the photos: name and content. */
  beside: [name: string, content: string][];
  target: string;
  /** Called before each photo; false where another worker has the work, or it is no longer wanted. */
  goOn: () => Promise<boolean>;
}

/**
 * One part: never more than one photo in memory, however large the part is.
 * @returns bytes, or null where it was given up
 */
export const storePart = ({ archiveId, photos, beside, target, goOn }: Packing) =>
  withTempFile(async (local): Promise<number | null> => {
    const file = await open(local, 'w');
    try {
      const zip = zipInto(file);
      for (const [name, content] of beside) await zip.add(name, Buffer.from(content));
      for (const photo of photos) {
        if (!(await goOn())) return null;
        const content = await readFile(printFilePath(archiveId, photo.at));
        if (!content) throw new Error('a print file is missing');
        await zip.add(printFileName(photo), content);
      }
      await zip.end();
    } finally {
      await file.close();
    }
    return storeFromDisk(target, local);
  });
