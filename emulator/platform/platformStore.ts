import { randomBytes } from 'node:crypto';
import path from 'node:path';
import Database from 'libsql';

/** Values that SQLite accepts: libsql aborts the process when it is given a boolean. */
export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

/** The emulator's own tables: users, sessions, files, secrets. Documents live in the database's file. */
export interface PlatformStore {
  run(sql: string, values?: SqlValue[]): number;
  get(sql: string, values?: SqlValue[]): Row | undefined;
  all(sql: string, values?: SqlValue[]): Row[];
  /** A random secret (hex), made once and kept, so that tokens and URLs outlive a restart. */
  secret(name: string): string;
  close(): void;
}

const SCHEMA = `
  create table if not exists secrets (name text primary key, value text not null) without rowid;
  create table if not exists users (
    sub text primary key, kind text not null, custom_id text, device_id text, created_at real not null
  ) without rowid;
  create unique index if not exists users_custom on users (custom_id) where custom_id is not null;
  create unique index if not exists users_device on users (device_id) where device_id is not null;
  create table if not exists sessions (
    id text primary key, sub text not null, refresh_hash text not null, refresh_until real not null,
    previous_hash text, previous_until real
  ) without rowid;
  create unique index if not exists sessions_refresh on sessions (refresh_hash);
  create table if not exists files (
    key text primary key, content text not null, size real not null, type text not null,
    etag text not null, owner text, updated_at real not null
  ) without rowid;
`;

/** @throws Error naming the file when it is damaged */
export function openPlatformStore(dataDir: string): PlatformStore {
  const file = path.join(dataDir, 'platform.sqlite');
  const db = new Database(file, { timeout: 5000 });
  try {
    db.pragma('journal_mode = WAL');
    // An acknowledged upload must survive a power loss.
    db.pragma('synchronous = FULL');
    db.exec(SCHEMA);
  } catch (error) {
    db.close();
    // Never repaired or replaced silently: that would sign all users out and lose every file.
    throw new Error(`${file} is damaged: ${(error as Error).message}`, { cause: error });
  }
  const prepared = new Map<string, Database.Statement>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  const store: PlatformStore = {
    // Always bind through an array: a lone null or Buffer argument makes libsql throw or abort.
    run: (sql, values = []) => statement(sql).run(values).changes,
    get: (sql, values = []) => statement(sql).get(values) as Row | undefined,
    all: (sql, values = []) => statement(sql).all(values) as Row[],
    secret: name => {
      store.run('insert or ignore into secrets values (?, ?)', [
        name,
        randomBytes(32).toString('hex'),
      ]);
      return String(store.get('select value from secrets where name = ?', [name])?.value);
    },
    close: () => {
      prepared.clear();
      db.close();
    },
  };
  return store;
}
