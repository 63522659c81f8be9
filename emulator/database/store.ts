import { isDeepStrictEqual } from 'node:util';
import { type CollectionConfig, PlatformError } from '../types.ts';
import { Catalog, deleteEntrySql, insertEntrySql, openFile } from './catalog.ts';
import { type Connection, UniqueViolation } from './driver.ts';
import { type Doc, own, requestFailed, storedText } from './ejson.ts';
import { encodeKey, entriesOf, type Index, type Key, keyText } from './keys.ts';
import type { Table } from './planner.ts';

export type Id = string | number;

/** A stored document. */
export interface Row {
  /** Place in the order of insertion. */
  seq: number;
  text: string;
}

/** What a committed write replaced: `row` is undefined when there was no such document. */
export interface Change {
  table: Table;
  id: Id;
  row: Row | undefined;
}

/** The documents and their index entries. Every write keeps both, in one SQLite transaction. */
export class Store {
  readonly connection: Connection;
  readonly catalog: Catalog;
  private changes: Change[] = [];

  /** Called after each commit, with what it replaced. */
  onCommit: (changes: Change[]) => void = () => undefined;

  constructor(file: string, collections: CollectionConfig[] | undefined) {
    this.connection = openFile(file);
    try {
      this.catalog = new Catalog(this.connection, collections);
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  /** Runs one statement's writes: all or nothing. Only inside may the methods below be called. */
  write<T>(work: () => T): T {
    this.changes = [];
    try {
      const result = this.connection.transaction(work);
      this.onCommit(this.changes);
      return result;
    } finally {
      this.changes = [];
    }
  }

  rowById(table: Table, id: Id): Row | undefined {
    const [row] = this.connection.all(`SELECT seq, doc FROM c_${table.number} WHERE id = ?`, [
      encodeKey(id),
    ]);
    return row && { seq: Number(row[0]), text: String(row[1]) };
  }

  rowBySeq(table: Table, seq: number): Row | undefined {
    const text = this.connection.value(`SELECT doc FROM c_${table.number} WHERE seq = ?`, [seq]);
    return text === undefined ? undefined : { seq, text: String(text) };
  }

  insert(table: Table, id: Id, doc: Doc): void {
    const text = storedText(doc);
    try {
      this.connection.run(`INSERT INTO c_${table.number} (id, doc) VALUES (?, ?)`, [
        encodeKey(id),
        text,
      ]);
    } catch (error) {
      throw error instanceof UniqueViolation ? duplicateKey(table, '_id_', [id]) : error;
    }
    const seq = Number(this.connection.value('SELECT last_insert_rowid()'));
    for (const index of table.indexes) this.reindex(table, index, seq, undefined, doc);
    this.changes.push({ table, id, row: undefined });
  }

  replace(table: Table, id: Id, row: Row, before: Doc, after: Doc): void {
    const text = storedText(after);
    if (text === row.text) return;
    this.connection.run(`UPDATE c_${table.number} SET doc = ? WHERE seq = ?`, [text, row.seq]);
    const changed = changedFields(before, after);
    for (const index of table.indexes)
      if (index.segments.some(([top]) => changed.has(top!)))
        this.reindex(table, index, row.seq, before, after);
    this.changes.push({ table, id, row });
  }

  remove(table: Table, id: Id, row: Row, before: Doc): void {
    this.connection.run(`DELETE FROM c_${table.number} WHERE seq = ?`, [row.seq]);
    for (const index of table.indexes) this.reindex(table, index, row.seq, before, undefined);
    this.changes.push({ table, id, row });
  }

  /** The document, if any, that has the same keys in a unique index. */
  holderOf(table: Table, index: Index, keys: Key[]): Row | undefined {
    const where = index.components.map((_, i) => `k${i} = ?`).join(' AND ');
    const seq = this.connection.value(`SELECT seq FROM x_${index.number} WHERE ${where}`, keys);
    return seq === undefined ? undefined : this.rowBySeq(table, Number(seq));
  }

  clear(): void {
    this.write(() => {
      for (const table of this.catalog.all()) {
        this.connection.exec(`DELETE FROM c_${table.number}`);
        for (const index of table.indexes) {
          this.connection.exec(`DELETE FROM x_${index.number}`);
          this.catalog.forgetLoose(index);
        }
      }
    });
  }

  close(): void {
    this.connection.close();
  }

  private reindex(
    table: Table,
    index: Index,
    seq: number,
    before: Doc | undefined,
    after: Doc | undefined,
  ): void {
    const old = before ? entriesOf(index, before).entries : new Map<string, Key[]>();
    const { entries, loose } = after
      ? entriesOf(index, after)
      : { entries: new Map<string, Key[]>(), loose: 0 };
    if ((index.loose | loose) !== index.loose) this.catalog.setLoose(index, loose);
    for (const [text, keys] of old) {
      if (entries.has(text)) continue;
      this.connection.run(deleteEntrySql(index), [...keys, seq]);
    }
    for (const [text, keys] of entries) {
      if (old.has(text)) continue;
      try {
        this.connection.run(insertEntrySql(index), [...keys, seq]);
      } catch (error) {
        throw error instanceof UniqueViolation ? duplicateKey(table, index.name, keys) : error;
      }
    }
  }
}

/** The fields at the top of the documents that differ; only their indexes have to be changed. */
function changedFields(before: Doc, after: Doc): Set<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set(
    [...names].filter(name => !isDeepStrictEqual(own(before, name), own(after, name))),
  );
}

/**
 * The platform documents a code of its own, while the logs of those who ran against it show MongoDB's text: which one
 * is answered depends on the key, so that both are met.
 */
export function duplicateKey(table: Table, index: string, keys: Key[]) {
  const key = keyText(keys);
  if ([...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 0)
    return new PlatformError(
      'DATABASE_DUPLICATE_WRITE',
      `index key duplicate, for example inserting data with same ${index === '_id_' ? '_id' : 'index key'}`,
    );
  return requestFailed(
    `[FailedOperation.Insert] bulk write error: [{E11000 duplicate key error collection: ${table.name} index: ${index} dup key: ${key.slice(0, 200)}}]`,
  );
}
