import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { lockDirectory } from './directoryLock.ts';

/** Rights of all but the owner. */
const OTHERS = 0o077;
/** What emulators and their host programs keep in a data directory. */
const OWN = /^(files|styles|functions|hosting)$|\.(sqlite(-\w+)?|json)$/;

/**
 * Takes a data directory, made if it is missing, for this process alone; nothing may be read from it or put into it
 * before. It becomes its owner's only, with what is in it and what this process makes from now on.
 * @returns the release
 * @throws Error when another emulator has the directory
 */
export function takeDirectory(dataDir: string): () => void {
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
    throw error;
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
