import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Works with a file on the function's own disk, for content that is too large for memory. It is removed afterwards. */
export const withTempFile = async <T>(work: (file: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'function-'));
  try {
    return await work(path.join(folder, 'content'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
