import { ObjectId } from 'bson';
import type { Clock } from '../types.ts';
import { runPipeline } from './aggregate.ts';
import { conditionsOf } from './conditions.ts';
import { type Doc, own, parseStored, requestFailed, storedText, type Value } from './ejson.ts';
import type { Table } from './planner.ts';
import { idOf, type Reader } from './reader.ts';
import type { Id } from './store.ts';
import { compileUpdate, structuredCopy, type Update } from './updater.ts';
import type { Writer } from './writers.ts';

export interface UpdateRequest {
  query: Doc;
  /** Operators, a pipeline, or (without `merge`) a whole new document. */
  data: Doc | Value[];
  merge: boolean;
  multi: boolean;
  upsert: boolean;
}

export interface UpdateResult {
  found: number;
  /** Those found about which something changed. */
  changed: number;
  upsertId?: Id;
  /** The first document as it is now. */
  text?: string;
}

/** The writing statements, the same within and without a transaction. */
export class Statements {
  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  insert(table: Table, docs: Doc[], writer: Writer): Id[] {
    return docs.map(doc => this.insertOne(table, doc, writer));
  }

  update(table: Table, request: UpdateRequest, writer: Writer): UpdateResult {
    const { query, multi, upsert } = request;
    const change = this.compileChange(request);
    const limit = multi ? Infinity : 1;
    const rows = this.reader.find(table, { query, limit }, writer.overlay(table));
    const result: UpdateResult = { found: rows.length, changed: 0 };
    for (const row of rows) {
      const before = parseStored(row.text);
      const id = idOf(before);
      const after = change(parseStored(row.text), false);
      const text = storedText(after);
      if (text !== row.text) result.changed += 1;
      writer.replace(table, id, row, before, after);
      result.text ??= text;
    }
    if (rows.length === 0 && upsert) {
      const doc = change(seedOf(query), true);
      result.upsertId = this.insertOne(table, doc, writer);
      result.text = storedText(doc);
    }
    return result;
  }

  remove(table: Table, query: Doc, multi: boolean, writer: Writer): number {
    const limit = multi ? Infinity : 1;
    const rows = this.reader.find(table, { query, limit }, writer.overlay(table));
    for (const row of rows) {
      const before = parseStored(row.text);
      writer.remove(table, idOf(before), row, before);
    }
    return rows.length;
  }

  private insertOne(table: Table, doc: Doc, writer: Writer): Id {
    const id = own(doc, '_id') ?? this.newId();
    if (typeof id !== 'string' && !(typeof id === 'number' && Number.isFinite(id)))
      throw requestFailed('The _id of a document must be a string or a number.');
    writer.insert(table, id, { _id: id, ...doc });
    return id;
  }

  private newId(): string {
    const seconds = Math.floor(this.clock.now() / 1000) % 2 ** 32;
    return seconds.toString(16).padStart(8, '0') + new ObjectId().toHexString().slice(8);
  }

  private compileChange({ data, merge }: UpdateRequest): (doc: Doc, inserting: boolean) => Doc {
    if (Array.isArray(data)) return doc => keepId(doc, runPipeline(data, [doc])[0] ?? {});
    if (!merge) return doc => keepId(doc, structuredCopy(data) as Doc);
    const update: Update = compileUpdate(data, this.clock.now());
    return (doc, inserting) => {
      update(doc, inserting);
      return doc;
    };
  }
}

/** A replacement may name the same `_id` or none. */
function keepId(old: Doc, replacement: Doc): Doc {
  const id = own(old, '_id');
  const { _id: wanted, ...fields } = replacement;
  if (wanted !== undefined && id !== undefined && wanted !== id)
    throw requestFailed('The _id of a document cannot be changed.');
  const kept = id ?? wanted;
  return kept === undefined ? fields : { _id: kept, ...fields };
}

/** What an upsert starts from: the fields the query says to be equal to something. */
function seedOf(query: Doc): Doc {
  const doc: Doc = {};
  const terms = conditionsOf(query).terms.filter(term => term.kind === 'eq');
  const fields = Object.fromEntries(terms.map(term => [term.path, term.value]));
  if (terms.length > 0) compileUpdate({ $setOnInsert: fields }, 0)(doc, true);
  return doc;
}
