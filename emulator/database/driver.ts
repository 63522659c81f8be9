import Libsql from 'libsql';
import { PlatformError } from '../types.ts';

/** Values that may be bound. Booleans abort the process inside libsql, so the type excludes them. */
export type Bound = string | number | Buffer | null;

/** The write lock is held by another process; the caller may try again. */
export class StoreBusy extends Error {}

/** A unique index, or the primary key, refused a row. */
export class UniqueViolation extends Error {}

interface Statement {
  all(params: Bound[]): unknown[];
  run(params: Bound[]): { changes: number };
  raw(on?: boolean): Statement;
}

/** Shapes of SQL are few (they hold no user text), but plans combine; this bounds the cache. */
const MAX_STATEMENTS = 400;

/** One connection to one SQLite file. It hides the pitfalls of libsql: parameters always go in an array. */
export class Connection {
  private readonly db: Libsql.Database;
  private readonly statements = new Map<string, Statement>();

  constructor(file: string) {
    this.db = new Libsql(file);
    // First of all, so that no later pragma fails on a lock. Short, because waiting blocks the event loop: longer waits
    // are retried asynchronously by the caller.
    this.exec('PRAGMA busy_timeout = 100');
    this.exec('PRAGMA foreign_keys = ON');
    this.exec('PRAGMA synchronous = FULL');
    this.exec('PRAGMA cache_size = -32000');
    // libsql would hold them in memory: new indexes of millions of documents are sorted there.
    this.exec('PRAGMA temp_store = FILE');
    this.exec('PRAGMA journal_size_limit = 67108864');
  }

  exec(sql: string): void {
    this.guard(() => this.db.exec(sql));
  }

  /** Rows as arrays of columns. */
  all(sql: string, params: Bound[] = []): unknown[][] {
    return this.guard(() => this.prepare(sql).all(params) as unknown[][]);
  }

  /** The first column of the first row. */
  value(sql: string, params: Bound[] = []): unknown {
    return this.all(sql, params)[0]?.[0];
  }

  run(sql: string, params: Bound[] = []): number {
    return this.guard(() => this.prepare(sql).run(params).changes);
  }

  /** All or nothing: any exception, from `work` or the disk, undoes everything. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite has already rolled back after some errors (disk full); a second ROLLBACK would mask the first error.
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Cached statements hold on to tables; call before dropping one. */
  forgetStatements(): void {
    this.statements.clear();
  }

  close(): void {
    this.statements.clear();
    try {
      // libsql closes the connection only when its statements are garbage-collected, so the log is written back here.
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Full, or in use elsewhere: the log stays and is read at the next start.
    }
    this.db.close();
  }

  private prepare(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    if (this.statements.size >= MAX_STATEMENTS) {
      const oldest = this.statements.keys().next().value;
      if (oldest !== undefined) this.statements.delete(oldest);
    }
    const statement = this.db.prepare(sql) as unknown as Statement;
    if (/^\s*(SELECT|PRAGMA|WITH)/.test(sql)) statement.raw();
    this.statements.set(sql, statement);
    return statement;
  }

  private guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw translate(error);
    }
  }
}

/** SQLite's errors as the platform's: no SQL, table or path may leave the emulator. */
function translate(error: unknown): unknown {
  const code = String((error as { code?: unknown }).code ?? '');
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new StoreBusy('The database file is locked by another process.');
  if (code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === 'SQLITE_CONSTRAINT_UNIQUE')
    return new UniqueViolation();
  const failed = (message: string) => new PlatformError('DATABASE_REQUEST_FAILED', message);
  if (code === 'SQLITE_FULL') return failed('The storage is full: nothing was written.');
  if (code.startsWith('SQLITE_IOERR')) return failed('The storage cannot be read or written.');
  if (code === 'SQLITE_READONLY') return failed('The storage is read-only.');
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return failed('The database file is damaged.');
  if (code === 'SQLITE_TOOBIG') return failed('The document is too large.');
  return error;
}
