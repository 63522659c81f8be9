import { open } from 'node:fs/promises';

/** For its owner only, and on the disk before it counts as written. The file must not exist. */
export const writeWhole = async (file: string, content: Buffer | string): Promise<void> => {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
};
