import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Zip, ZipPassThrough } from 'fflate';
import { environment } from '../_shared/base/environment.ts';
import { readFile, storeStream } from '../_shared/base/storage.ts';
import { type ArchivePhoto, printFilePath } from '../_shared/prints/archives.ts';
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
  /** Called before each photo; false where somebody else has the work, or nobody wants it any more. */
  goOn: () => Promise<boolean>;
}

/**
 * One part, by way of the function's own disk: never more than one photo in memory, however large the part is.
 * @returns bytes, or null where it was given up
 */
export const storePart = async (packing: Packing): Promise<number | null> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'print-archive-'));
  try {
    const local = path.join(folder, 'part.zip');
    const file = await open(local, 'w');
    try {
      const zip = zipInto(file);
      for (const [name, content] of packing.beside) await zip.add(name, Buffer.from(content));
      for (const photo of packing.photos) {
        if (!(await packing.goOn())) return null;
        const content = await readFile(printFilePath(packing.archiveId, photo.at));
        if (!content) throw new Error('a print file is missing');
        await zip.add(printFileName(photo), content);
      }
      await zip.end();
    } finally {
      await file.close();
    }
    const { size } = await stat(local);
    await storeStream(packing.target, createReadStream(local));
    return size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
