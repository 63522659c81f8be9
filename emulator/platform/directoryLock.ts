import path from 'node:path';
import Database from 'libsql';

/**
 * Keeps a second emulator out of the same data directory, which must exist. The lock is an open SQLite transaction in its own file: the
 * operating system releases it when the process ends, even by `kill -9`, so there are no stale lock files.
 * @returns the release; calling it again does nothing
 * @throws Error when another emulator has the directory
 */
export function lockDirectory(dataDir: string): () => void {
  const db = new Database(path.join(dataDir, 'lock.sqlite'), { timeout: 500 });
  try {
    // `exec` only: libsql keeps a connection, and its lock, as long as a prepared statement is not collected.
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    throw new Error(`The data directory ${dataDir} is in use by another emulator.`, {
      cause: error,
    });
  }
  return () => {
    if (!db.open) return;
    db.exec('rollback');
    db.close();
  };
}
