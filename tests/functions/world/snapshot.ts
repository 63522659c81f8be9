import Libsql from 'libsql';

/**
 * Keeps a database's documents and index entries as they are now. `restore` brings back the tables that have been
 * written to since, in a millisecond or two; the emulator notices what another connection has written.
 */
export const takeSnapshot = (file: string) => {
  const db = new Libsql(file, { timeout: 5_000 });
  db.exec("ATTACH ':memory:' AS kept");
  db.exec('CREATE TABLE IF NOT EXISTS main.written (name TEXT PRIMARY KEY)');
  const tables = db
    .prepare("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name GLOB '[cx]_[0-9]*'")
    .all([]) as { name: string }[];
  db.exec('BEGIN IMMEDIATE');
  for (const { name } of tables) {
    db.exec(`CREATE TABLE kept.${name} AS SELECT * FROM main.${name}`);
    for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
      db.exec(
        `CREATE TRIGGER IF NOT EXISTS main.${event}_${name} AFTER ${event} ON ${name}
         BEGIN INSERT OR IGNORE INTO written VALUES ('${name}'); END`,
      );
    }
  }
  db.exec('DELETE FROM written; COMMIT');
  const numbers = db.prepare("SELECT 'c_' || number, name FROM main.collections").raw();
  const collectionOf = new Map(numbers.all([]) as [string, string][]);
  const listWritten = db.prepare('SELECT name FROM written').raw();
  const written = () => (listWritten.all([]) as [string][]).flat();
  return {
    /** The collections that are no longer, or no longer for certain, as they were. */
    touched: () => written().flatMap(name => collectionOf.get(name) ?? []),
    restore: () => {
      const names = written();
      if (names.length === 0) return;
      const copies = names.flatMap(name => [
        `DELETE FROM main.${name}`,
        `INSERT INTO main.${name} SELECT * FROM kept.${name}`,
      ]);
      db.exec(['BEGIN IMMEDIATE', ...copies, 'DELETE FROM written', 'COMMIT'].join(';'));
    },
    /** A changed number means that another connection has written. */
    version: () => db.prepare('PRAGMA data_version').raw().get([]) as [number],
    close: () => void db.close(),
  };
};
