import { createReadStream } from 'node:fs';
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readFile, storeStream } from '../_shared/storage.ts';

/** Joins the parts into one stored file through the function's disk, with at most one part in memory. @returns bytes */
export const joinParts = async (parts: string[], target: string): Promise<number> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'export-'));
  try {
    const file = path.join(folder, 'export.csv');
    for (const part of parts) {
      const content = await readFile(part);
      if (!content) throw new Error('a part of an export is missing');
      await appendFile(file, content);
    }
    const { size } = await stat(file);
    await storeStream(target, createReadStream(file));
    return size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
