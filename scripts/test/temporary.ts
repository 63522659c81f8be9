import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const ROOM = 4 * 1024 ** 3;

/**
 * For the tests' files, in a memory file system if there is room: they commit so often that a slow disk would dominate
 * the time. Tests of disk behaviour write elsewhere. Removed at the end, with what killed processes have left in it.
 */
export const makeTemporary = () => {
  const memory = '/dev/shm';
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const hasRoom = Math.min(bavail * bsize, freemem()) > ROOM;
  const folder = mkdtempSync(path.join(hasRoom ? memory : tmpdir(), 'test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  return folder;
};
