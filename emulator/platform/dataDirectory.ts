import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { lockDirectory } from './directoryLock.ts';

/** Rights of all but the owner. */
const OTHERS = 0o077;
/** What emulators and their host programs keep in a data directory. */
const OWN = /^(files|styles|functions|hosting)$|\.(sqlite(-\w+)?|json)$/;

/** Bytes that a start needs at least. */
const LEAST_SPACE = 1024 * 1024;

class UnusableDirectory extends Error {}

/** Why a data directory cannot be used, and what to do; any other error as it is. */
export function explained(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof UnusableDirectory) return error;
  const { code = '', syscall, message, cause } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') return error;
  const text = `${code} ${message} ${cause instanceof Error ? cause.message : ''}`;
  const unusable = (why: string, what: string) =>
    new UnusableDirectory(
      `The data directory ${dataDir} ${why} (${code || (cause instanceof Error ? cause.message : message)}). ${what}, or name another one with --data.`,
      { cause: error },
    );
  if (
    /ENOSPC|EDQUOT|(disk|storage) is full/.test(text) ||
    (/I\/O error/.test(text) && isFull(dataDir))
  )
    return unusable('has no space left', 'Make room on its disk');
  if (/EACCES|EPERM|EROFS|readonly database|Unable to open connection.*: 14/.test(text))
    return unusable('cannot be written to', 'Give this user the right to write in it');
  if (/ENOTDIR|EEXIST/.test(code))
    return unusable('is not a directory', 'Remove what has its name');
  return error;
}

const isFull = (dataDir: string) => {
  if (!existsSync(dataDir)) return false;
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < LEAST_SPACE;
};

/**
 * Takes a data directory, made if it is missing, for this process alone; nothing may be read from it or put into it
 * before. It becomes its owner's only, with what is in it and what this process makes from now on.
 * @returns the release
 * @throws Error when another emulator has the directory, or it cannot be written to
 */
export function takeDirectory(dataDir: string): () => void {
  try {
    return take(dataDir);
  } catch (error) {
    throw explained(error, dataDir);
  }
}

function take(dataDir: string): () => void {
  process.umask(OTHERS);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = lockDirectory(dataDir);
  try {
    const own = readdirSync(dataDir).filter(name => OWN.test(name));
    const top = own.map(name => path.join(dataDir, name));
    // What is below a closed directory is out of reach, and what is newer was made so.
    if ([dataDir, ...top].some(isOpen)) top.forEach(close);
    chmodSync(dataDir, 0o700);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** The same for work that hands the release on; if it fails, the directory is free again. */
export async function withDirectory<T>(
  dataDir: string,
  work: (release: () => void) => Promise<T>,
): Promise<T> {
  const release = takeDirectory(dataDir);
  try {
    return await work(release);
  } catch (error) {
    release();
    throw explained(error, dataDir);
  }
}

const statOf = (file: string) => {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // A link has no mode of its own.
  return found?.isSymbolicLink() ? undefined : found;
};

const isOpen = (file: string) => ((statOf(file)?.mode ?? 0) & OTHERS) !== 0;

/** For its owner only, with all that is below it. */
function close(file: string): void {
  const found = statOf(file);
  if (!found) return;
  if (found.mode & OTHERS) chmodSync(file, found.mode & 0o700);
  if (found.isDirectory()) readdirSync(file).forEach(name => close(path.join(file, name)));
}
