import fs from 'node:fs';
import path from 'node:path';
import type { CollectionConfig } from '../types.ts';
import { Catalog, createFresh, freshName } from './catalog.ts';
import { type Connection, UniqueViolation } from './driver.ts';
import {
  type Doc,
  invalidParam,
  own,
  parseEjsonObject,
  requestFailed,
  storedText,
} from './ejson.ts';
import { IndexBuild } from './indexBuild.ts';
import { encodeKey } from './keys.ts';
import type { Table } from './planner.ts';
import { RowBatch } from './rowBatch.ts';

/** JSON that is not stored as it is: wrapped values, and characters that need a look. */
const SPECIAL = /\{"\$|\\u/;

/**
 * A database that is made at once, for millions of documents: without a journal and with the indexes last. Until
 * `finish` it has another name, so that an incomplete one is never taken for a database.
 */
export class NewDatabase {
  private readonly connection: Connection;
  private readonly catalog: Catalog;
  private readonly targets = new Map<string, Target>();

  /** @throws Error when the file exists */
  constructor(
    private readonly file: string,
    collections: CollectionConfig[],
  ) {
    if (fs.existsSync(file)) throw new Error(`The database ${file} exists already.`);
    this.connection = createFresh(file);
    this.connection.exec('PRAGMA journal_mode = OFF');
    this.connection.exec('PRAGMA synchronous = OFF');
    this.catalog = new Catalog(this.connection, collections);
    this.connection.exec('BEGIN IMMEDIATE');
  }

  /**
   * @param documents each with its `_id`; of JSON values only, since they are indexed as given and stored as JSON. Names
   * of fields are not checked.
   */
  insert(collection: string, documents: object[]): void {
    const target = this.targetOf(collection);
    for (const document of documents) {
      const { doc, text } = storedForm(document);
      const id = own(doc, '_id');
      if (typeof id !== 'string' && typeof id !== 'number')
        throw invalidParam(`A document of ${collection} has no _id.`);
      target.seq += 1;
      withoutTwins(collection, () => target.rows.add(target.seq, encodeKey(id), text));
      target.build.add(target.seq, doc);
    }
  }

  /** Builds the indexes and gives the file its name; from then on it is on disk. */
  finish(): void {
    for (const { table, rows, build } of this.targets.values()) {
      withoutTwins(table.name, () => rows.flush());
      this.catalog.finish(build);
    }
    this.connection.exec('COMMIT');
    this.connection.close();
    flush(freshName(this.file));
    fs.renameSync(freshName(this.file), this.file);
    flush(path.dirname(this.file));
  }

  /** After a failure: nothing stays. */
  discard(): void {
    this.connection.close();
    fs.rmSync(freshName(this.file), { force: true });
  }

  private targetOf(collection: string): Target {
    const known = this.targets.get(collection);
    if (known) return known;
    const table = this.catalog.find(collection);
    if (!table) throw invalidParam(`There is no collection ${collection}.`);
    const target = {
      table,
      seq: 0,
      rows: new RowBatch(this.connection, `INSERT INTO c_${table.number} (seq, id, doc)`, 3),
      build: new IndexBuild(this.connection, table, table.indexes),
    };
    this.targets.set(collection, target);
    return target;
  }
}

interface Target {
  table: Table;
  /** The last document's. */
  seq: number;
  rows: RowBatch;
  build: IndexBuild;
}

function storedForm(document: object & { _id?: unknown }): { doc: Doc; text: string } {
  // A stored document begins with its id.
  const isOrdered = Object.keys(document)[0] === '_id';
  const given = isOrdered ? document : { _id: document._id, ...document };
  const text = JSON.stringify(given);
  if (!SPECIAL.test(text)) return { doc: given as Doc, text };
  const doc = parseEjsonObject(text, Date.now());
  return { doc, text: storedText(doc) };
}

function withoutTwins(collection: string, insert: () => void): void {
  try {
    insert();
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw requestFailed(`E11000 duplicate key error collection: ${collection} index: _id_`);
  }
}

function flush(file: string): void {
  const handle = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
