import fs from 'node:fs';
import type { CollectionConfig, IndexConfig } from '../types.ts';
import { Connection } from './driver.ts';
import { invalidParam, parseStored } from './ejson.ts';
import { IndexBuild } from './indexBuild.ts';
import { type Index, indexOf } from './keys.ts';
import type { Table } from './planner.ts';

/**
 * Bytes up to which the whole file is checked at every start (about a second per gigabyte). A larger one is
 * checked when it was not closed properly; otherwise damage in it shows when the damaged part is read.
 */
const CHECK_ALWAYS = 256 * 1024 * 1024;

/** Raised when the layout of the file changes. */
const LAYOUT = 1;

const SCHEMA = `
  CREATE TABLE collections (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE indexes (
    number INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections (number),
    name TEXT NOT NULL,
    definition TEXT NOT NULL,
    loose INTEGER NOT NULL,
    UNIQUE (collection, name)
  );
  PRAGMA user_version = ${LAYOUT};
`;

/** Opens the file, or creates it. A damaged or foreign file is left unchanged and refused. */
export function openFile(file: string): Connection {
  if (file === ':memory:') return createIn(file);
  if (!fs.existsSync(file)) create(file);
  else if (fs.statSync(file).size === 0)
    throw new Error(`The database ${file} is empty, so it is damaged: restore a backup of it.`);
  const { size } = fs.statSync(file);
  const unclean = fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  let connection: Connection | undefined;
  try {
    connection = new Connection(file);
    const layout = connection.value('PRAGMA user_version');
    const check =
      unclean > 0 || size <= CHECK_ALWAYS ? connection.value('PRAGMA quick_check(1)') : 'ok';
    if (check !== 'ok') throw new Error(String(check));
    if (layout !== LAYOUT) throw new Error(`its layout is ${String(layout)}, not ${LAYOUT}`);
    connection.exec('PRAGMA journal_mode = WAL');
    return connection;
  } catch (error) {
    connection?.close();
    const reason = (error as Error).message;
    throw new Error(
      `The database ${file} cannot be opened (${reason}). Nothing was changed. Restore a backup, or use another data directory.`,
      { cause: error },
    );
  }
}

/** Created under another name first, so that an empty or incomplete file under the real name is always damage. */
function create(file: string): void {
  createFresh(file).close();
  fs.renameSync(freshName(file), file);
}

/** What a file is called until it is complete. */
export const freshName = (file: string) => `${file}.new`;

/** An empty database under that name. What an interrupted process left there is overwritten. */
export function createFresh(file: string): Connection {
  if (fs.existsSync(`${file}-wal`) && fs.statSync(`${file}-wal`).size > 0)
    throw new Error(`The database ${file} is missing but its log ${file}-wal is there.`);
  fs.rmSync(freshName(file), { force: true });
  return createIn(freshName(file));
}

function createIn(file: string): Connection {
  const connection = new Connection(file);
  connection.transaction(() => connection.exec(SCHEMA));
  return connection;
}

/** What is to become of a collection's indexes. */
export interface IndexChange {
  drop: string[];
  create: IndexConfig[];
}

/** Knows which table holds which collection, and keeps the indexes as they are declared. */
export class Catalog {
  private readonly tables = new Map<string, Table>();

  /** @param configs every collection that has indexes; absent, all stays as it is in the file */
  constructor(
    private readonly connection: Connection,
    configs?: CollectionConfig[],
  ) {
    connection.transaction(() => {
      for (const [number, name] of connection.all('SELECT number, name FROM collections'))
        this.tables.set(String(name), {
          number: Number(number),
          name: String(name),
          indexes: [],
        });
      if (!configs) {
        for (const table of this.tables.values()) this.reconcile(table, this.declaredIn(table));
        return;
      }
      for (const config of configs) {
        const table = this.tables.get(config.name) ?? this.create(config.name);
        this.reconcile(table, config.indexes ?? []);
      }
      const declared = new Set(configs.map(({ name }) => name));
      for (const table of this.tables.values())
        if (!declared.has(table.name)) this.reconcile(table, []);
    });
  }

  all(): Table[] {
    return [...this.tables.values()];
  }

  find(name: string): Table | undefined {
    return this.tables.get(name);
  }

  add(name: string): void {
    if (name.length > 200 || /[$\0]/.test(name) || name.startsWith('system.'))
      throw invalidParam('This collection name is not allowed.');
    this.connection.transaction(() => this.create(name));
  }

  remove(table: Table): void {
    this.connection.transaction(() => {
      this.reconcile(table, []);
      this.connection.forgetStatements();
      this.connection.exec(`DROP TABLE c_${table.number}`);
      this.connection.run('DELETE FROM collections WHERE number = ?', [table.number]);
    });
    this.tables.delete(table.name);
  }

  /**
   * Changes the indexes of a collection: all of it or nothing.
   * @throws PlatformError when a unique index cannot be built
   */
  changeIndexes(table: Table, { drop, create }: IndexChange): void {
    const before = table.indexes;
    const kept = before.map(configOf).filter(({ name }) => !drop.includes(name));
    try {
      this.connection.transaction(() => this.reconcile(table, [...kept, ...create]));
    } catch (error) {
      table.indexes = before;
      throw error;
    }
  }

  setLoose(index: Index, loose: number): void {
    index.loose |= loose; // if the transaction fails, this only makes plans more careful
    this.connection.run('UPDATE indexes SET loose = ? WHERE number = ?', [
      index.loose,
      index.number,
    ]);
  }

  /** Nothing is in it any more, so plans trust it as they do a new one. */
  forgetLoose(index: Index): void {
    index.loose = 0;
    this.connection.run('UPDATE indexes SET loose = 0 WHERE number = ?', [index.number]);
  }

  /** Stores the entries that were gathered for new indexes. */
  finish(build: IndexBuild): void {
    const found = build.finish();
    for (const [at, index] of build.indexes.entries())
      if (found[at]) this.setLoose(index, found[at]);
  }

  private create(name: string): Table {
    this.connection.run('INSERT INTO collections (name) VALUES (?)', [name]);
    const number = Number(this.connection.value('SELECT last_insert_rowid()'));
    // seq is the order of insertion: MongoDB's natural order.
    this.connection.exec(
      `CREATE TABLE c_${number} (seq INTEGER PRIMARY KEY, id NOT NULL UNIQUE, doc TEXT NOT NULL)`,
    );
    const table: Table = { number, name, indexes: [] };
    this.tables.set(name, table);
    return table;
  }

  private declaredIn({ number }: Table): IndexConfig[] {
    return this.connection
      .all('SELECT name, definition FROM indexes WHERE collection = ? ORDER BY number', [number])
      .map(([name, definition]) => {
        const [keys, unique] = JSON.parse(String(definition)) as Definition;
        return { name: String(name), keys: Object.fromEntries(keys), unique };
      });
  }

  private reconcile(table: Table, wanted: IndexConfig[]): void {
    const rows = this.connection.all(
      'SELECT number, name, definition, loose FROM indexes WHERE collection = ?',
      [table.number],
    );
    const definitions = new Map(wanted.map(config => [config.name, definitionOf(config)]));
    const kept = new Map<string, Index>();
    for (const [number, name, definition, loose] of rows) {
      const config = wanted.find(other => other.name === name);
      if (config && definitions.get(config.name) === definition)
        kept.set(config.name, indexOf(Number(number), config, Number(loose)));
      else this.drop(Number(number));
    }
    const fresh: Index[] = [];
    table.indexes = wanted.map(config => {
      const known = kept.get(config.name);
      if (known) return known;
      const index = this.declare(table, config);
      fresh.push(index);
      return index;
    });
    if (fresh.length > 0) this.fill(table, fresh);
  }

  private drop(number: number): void {
    this.connection.forgetStatements();
    this.connection.exec(`DROP TABLE x_${number}`);
    this.connection.run('DELETE FROM indexes WHERE number = ?', [number]);
  }

  private declare(table: Table, config: IndexConfig): Index {
    this.connection.run(
      'INSERT INTO indexes (collection, name, definition, loose) VALUES (?, ?, ?, 0)',
      [table.number, config.name, definitionOf(config)],
    );
    const number = Number(this.connection.value('SELECT last_insert_rowid()'));
    const index = indexOf(number, config, 0);
    this.connection.exec(
      `CREATE TABLE x_${number} (${columnsOf(index).join(', ')}, seq INTEGER NOT NULL,
         PRIMARY KEY (${[...orderOf(index), ...(index.unique ? [] : ['seq'])].join(', ')})) WITHOUT ROWID`,
    );
    return index;
  }

  private fill(table: Table, fresh: Index[]): void {
    const build = new IndexBuild(this.connection, table, fresh);
    for (let last = -1; ;) {
      const rows = this.connection.all(
        `SELECT seq, doc FROM c_${table.number} WHERE seq > ? ORDER BY seq LIMIT 1000`,
        [last],
      );
      for (const [seq, text] of rows) build.add(Number(seq), parseStored(String(text)));
      if (rows.length === 0) break;
      last = Number(rows.at(-1)![0]);
    }
    this.finish(build);
  }
}

const columnsOf = ({ components }: Index) => components.map((_, i) => `k${i}`);

const orderOf = ({ components }: Index) =>
  components.map(({ direction }, i) => `k${i} ${direction === 1 ? 'ASC' : 'DESC'}`);

type Definition = [keys: [path: string, direction: 1 | -1][], unique: boolean];

const definitionOf = (config: IndexConfig) =>
  JSON.stringify([Object.entries(config.keys), config.unique === true] satisfies Definition);

export const configOf = ({ name, unique, components }: Index): IndexConfig => ({
  name,
  unique,
  keys: Object.fromEntries(components.map(({ path, direction }) => [path, direction])),
});

export function insertEntrySql(index: Index): string {
  const marks = [...index.components, 'seq'].map(() => '?').join(', ');
  return `INSERT INTO x_${index.number} VALUES (${marks})`;
}

export function deleteEntrySql(index: Index): string {
  const keys = index.components.map((_, i) => `k${i} = ?`).join(' AND ');
  return `DELETE FROM x_${index.number} WHERE ${keys} AND seq = ?`;
}
