import path from 'node:path';
import Libsql from 'libsql';

/** `quote` knows no infinity, which stands in indexes. */
const text = (value: string) =>
  `CASE ${value} WHEN 9e999 THEN '9e999' WHEN -9e999 THEN '-9e999' ELSE quote(${value}) END`;

/**
 * Notes from now on how each change of the stored records is undone, beside them. Unlike a copy it takes no longer with
 * more records. @returns what brings them back as they are now
 */
export const noteChanges = (dataDir: string): (() => void) => {
  const db = new Libsql(path.join(dataDir, 'local.sqlite'), { timeout: 60_000 });
  const rows = <R>(sql: string) => db.prepare(sql).raw().all([]) as R[];
  const tables = rows<[string]>("SELECT name FROM sqlite_master WHERE name GLOB '[cx]_[0-9]*'");
  db.exec('CREATE TABLE undo (at INTEGER PRIMARY KEY, sql TEXT NOT NULL); BEGIN');
  for (const [table] of tables) {
    const columns = rows<[string]>(`SELECT name FROM pragma_table_info('${table}')`).flat();
    const each = (of: string, before: (column: string) => string, between: string) =>
      columns
        .map(name => `'${before(name)}' || ${text(`${of}.${name}`)}`)
        .join(` || '${between}' || `);
    const put = `'INSERT INTO ${table} VALUES (' || ${each('OLD', () => '', ', ')} || ')'`;
    const take = `'DELETE FROM ${table} WHERE ' || ${each('NEW', name => `${name} IS `, ' AND ')}`;
    const note = (sql: string) => `INSERT INTO undo (sql) VALUES (${sql});`;
    const on = { INSERT: [take], DELETE: [put], UPDATE: [put, take] };
    for (const [event, undone] of Object.entries(on))
      db.exec(`CREATE TRIGGER ${event}_${table} AFTER ${event} ON ${table}
        BEGIN ${undone.map(note).join(' ')} END`);
  }
  db.exec('COMMIT');
  return () => {
    const changes = rows<[string]>('SELECT sql FROM undo ORDER BY at DESC').flat();
    if (changes.length > 0)
      db.exec(['BEGIN IMMEDIATE', ...changes, 'DELETE FROM undo', 'COMMIT'].join(';'));
  };
};
