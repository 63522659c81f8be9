import {
  type Clock,
  type CollectionConfig,
  type DocumentDatabase,
  type IndexConfig,
  PlatformError,
} from '../types.ts';
import { aggregate } from './aggregate.ts';
import { configOf, type IndexChange } from './catalog.ts';
import { StoreBusy } from './driver.ts';
import {
  type Doc,
  invalidParam,
  isDoc,
  parseEjson,
  parseEjsonObject,
  parseStored,
  replyText,
  requestFailed,
  storedText,
  type Value,
} from './ejson.ts';
import type { Table } from './planner.ts';
import { compileProjection } from './projection.ts';
import { type Explanation, type FindRequest, Reader } from './reader.ts';
import { parseSort } from './sort.ts';
import { Statements } from './statements.ts';
import { Store } from './store.ts';
import { conflict, Locked, Transactions } from './transactions.ts';
import { applyTransaction, DirectWriter, TransactionWriter, type Writer } from './writers.ts';

/** The parsed body of an action. Nothing in it may be trusted. */
type Body = Record<string, unknown>;

function nameOf(body: Body): string {
  const { collectionName } = body;
  if (typeof collectionName !== 'string' || collectionName === '')
    throw invalidParam('The collection name is required.');
  return collectionName;
}

function natural(name: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParam(`The ${name} must be a whole number, and not negative.`);
  return value;
}

/** Anything unforeseen: the caller gets no inner text, the log gets the cause. */
function known(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  const failure = requestFailed('The database failed internally.');
  failure.cause = error;
  return failure;
}

/** How long a write outside of a transaction waits for a document that a transaction has locked. */
const LOCK_WAIT_MS = 3000;
/** How long anything waits for another process that has the file locked. */
const BUSY_WAIT_MS = 10_000;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
/** Documents answered by a pipeline without `limit`. */
const DEFAULT_AGGREGATE_LIMIT = 20;
/** Size of one answer at most. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

export interface DatabaseOptions {
  /** Path of the SQLite file; made when it is not there. `:memory:` for one that ends with this process. */
  file: string;
  /** Absent: collections and indexes are those in the file. */
  collections?: CollectionConfig[] | undefined;
  clock: Clock;
  /** Called after each query with how it was carried out. */
  trace?: (explanation: Explanation) => void;
}

/** A collection as it is now. */
export interface CollectionState {
  name: string;
  indexes: IndexConfig[];
  documents: number;
  /** Estimated from some of the documents. */
  bytes: number;
}

export interface Database extends DocumentDatabase {
  /** In the order of their names. */
  collections(): CollectionState[];
  collection(name: string): CollectionState | undefined;
  addCollection(name: string): void;
  /** With what is in it; open transactions end. */
  removeCollection(name: string): void;
  /** All of it or nothing. @throws PlatformError when a unique index cannot be built */
  changeIndexes(collection: string, change: IndexChange): void;
  /** Runs a query and reports how. */
  explain(
    collection: string,
    request: { query?: Doc; sort?: Record<string, 1 | -1>; offset?: number; limit?: number },
  ): Explanation;
}

type Reply = Record<string, unknown>;

/** @throws Error when the file is damaged or an index cannot be built; the file is then unchanged */
export function openDatabase(options: DatabaseOptions): Database {
  return new SqliteDatabase(options);
}

class SqliteDatabase implements Database {
  private readonly clock: Clock;
  private readonly store: Store;
  private readonly reader: Reader;
  private readonly transactions: Transactions;
  private readonly statements: Statements;
  private readonly direct: Writer;
  private lastExplanation: Explanation | undefined;

  constructor({ file, collections, clock, trace }: DatabaseOptions) {
    this.clock = clock;
    this.store = new Store(file, collections);
    this.transactions = new Transactions(clock);
    this.store.onCommit = changes => this.transactions.committed(changes);
    this.reader = new Reader(this.store, explanation => {
      this.lastExplanation = explanation;
      trace?.(explanation);
    });
    this.statements = new Statements(this.reader, clock);
    this.direct = new DirectWriter(this.store, this.transactions);
  }

  async handle(action: string, body: Body): Promise<Reply> {
    const started = performance.now();
    for (;;) {
      try {
        return this.perform(action, body);
      } catch (error) {
        const waited = performance.now() - started;
        if (error instanceof Locked) {
          if (waited >= LOCK_WAIT_MS) throw conflict();
          await this.transactions.released(Math.min(50, LOCK_WAIT_MS - waited));
        } else if (error instanceof StoreBusy) {
          if (waited >= BUSY_WAIT_MS) throw requestFailed('The database is busy, try again later.');
          await new Promise(resolve => setTimeout(resolve, 25));
        } else throw known(error);
      }
    }
  }

  collections(): CollectionState[] {
    return this.store.catalog
      .all()
      .map(table => this.stateOf(table))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  collection(name: string): CollectionState | undefined {
    const table = this.store.catalog.find(name);
    return table && this.stateOf(table);
  }

  addCollection(name: string): void {
    this.store.catalog.add(name);
  }

  removeCollection(name: string): void {
    this.dropTransactions();
    this.store.catalog.remove(this.table(name));
  }

  changeIndexes(collection: string, change: IndexChange): void {
    this.store.catalog.changeIndexes(this.table(collection), change);
  }

  reset(): void {
    this.dropTransactions();
    this.store.clear();
  }

  dropTransactions(): void {
    this.transactions.dropAll();
  }

  close(): void {
    this.dropTransactions();
    this.store.close();
  }

  explain(
    collection: string,
    { query = {}, sort = {}, offset, limit }: Parameters<Database['explain']>[1],
  ) {
    const request: FindRequest = { query, sort: parseSort(sort) };
    if (offset !== undefined) request.offset = offset;
    if (limit !== undefined) request.limit = limit;
    this.reader.find(this.table(collection), request);
    return this.lastExplanation!;
  }

  private stateOf({ number, name, indexes }: Table): CollectionState {
    const { connection } = this.store;
    const documents = Number(connection.value(`SELECT count(*) FROM c_${number}`));
    const average = connection.value(
      `SELECT avg(length(doc)) FROM (SELECT doc FROM c_${number} LIMIT 100)`,
    );
    const bytes = Math.round(documents * Number(average ?? 0));
    return { name, documents, bytes, indexes: indexes.map(configOf) };
  }

  /** One action, synchronously, so that no other request can intervene. */
  private perform(action: string, body: Body): Reply {
    switch (action) {
      case 'database.startTransaction':
        return { transactionId: this.transactions.start() };
      case 'database.commitTransaction':
        return this.commit(body.transactionId);
      case 'database.abortTransaction':
        this.transactions.abort(body.transactionId);
        return {};
      case 'database.addCollection':
        return this.addNamed(body);
      case 'database.insertDocument':
        return this.inWriter(body, writer => this.insertDocument(body, writer));
      case 'database.getDocument':
        return this.inReader(body, writer => this.getDocument(body, writer));
      case 'database.calculateDocument':
        return { data: { total: this.reader.count(this.tableOf(body), this.queryOf(body)) } };
      case 'database.modifyDocument':
        return this.inWriter(body, writer => this.modifyDocument(body, writer));
      case 'database.modifyAndReturnDoc':
        return this.inWriter(body, writer => this.modifyAndReturn(body, writer));
      case 'database.removeDocument':
        return this.inWriter(body, writer => this.removeDocument(body, writer));
      case 'database.aggregateDocuments':
        return this.aggregateDocuments(body);
      default:
        throw invalidParam(`Unknown action ${action.slice(0, 100)}.`);
    }
  }

  /** A failing statement drops its transaction, as on the platform. */
  private inReader(body: Body, work: (writer: Writer) => Reply): Reply {
    if (!body.transactionId) return work(this.direct);
    const transaction = this.transactions.get(body.transactionId);
    try {
      return work(new TransactionWriter(this.store, this.transactions, transaction));
    } catch (error) {
      if (!(error instanceof StoreBusy)) this.transactions.drop(transaction);
      throw error;
    }
  }

  private inWriter(body: Body, work: (writer: Writer) => Reply): Reply {
    if (body.transactionId) return this.inReader(body, work);
    return this.store.write(() => work(this.direct));
  }

  private commit(id: unknown): Reply {
    const transaction = this.transactions.get(id);
    try {
      if (transaction.writes.size > 0)
        this.store.write(() => applyTransaction(this.store, transaction));
    } catch (error) {
      if (!(error instanceof StoreBusy)) this.transactions.drop(transaction);
      throw error;
    }
    this.transactions.finish(transaction);
    return {};
  }

  private addNamed(body: Body): Reply {
    const name = nameOf(body);
    if (this.store.catalog.find(name))
      throw new PlatformError(
        'DATABASE_COLLECTION_ALREADY_EXIST',
        'Db or Table already exist. Please check your request, but if the problem cannot be solved, contact us.',
      );
    this.addCollection(name);
    return {};
  }

  private insertDocument(body: Body, writer: Writer): Reply {
    const table = this.tableOf(body);
    if (!Array.isArray(body.data) || body.data.length === 0)
      throw invalidParam('The data must be a list of documents.');
    const docs = body.data.map(item => parseEjsonObject(item, this.clock.now()));
    return { data: { insertedIds: this.statements.insert(table, docs, writer) } };
  }

  private getDocument(body: Body, writer: Writer): Reply {
    const table = this.tableOf(body);
    const project = compileProjection(this.optional(body.projection));
    const rows = this.reader.find(
      table,
      {
        query: this.queryOf(body),
        sort: parseSort(this.optional(body.order)),
        offset: natural('offset', body.offset) ?? 0,
        limit: Math.min(natural('limit', body.limit) || DEFAULT_LIMIT, MAX_LIMIT),
      },
      writer.overlay(table),
    );
    // A stored document is the text of the reply: most reads never parse it.
    return listReply(rows.map(({ text }) => (project ? projected(text, project) : text)));
  }

  private modifyDocument(body: Body, writer: Writer): Reply {
    const table = this.tableOf(body);
    if (!body.query) throw invalidParam('update() needs where() or doc().');
    const { changed: updated, upsertId } = this.statements.update(
      table,
      {
        query: this.queryOf(body),
        data: this.dataOf(body),
        merge: body.merge !== false,
        multi: body.multi === true,
        upsert: body.upsert === true,
      },
      writer,
    );
    return { data: upsertId === undefined ? { updated } : { updated, upsert_id: upsertId } };
  }

  private modifyAndReturn(body: Body, writer: Writer): Reply {
    const request = {
      query: this.queryOf(body),
      data: this.dataOf(body),
      merge: true,
      multi: false,
      upsert: false,
    };
    const { found: updated, text } = this.statements.update(this.tableOf(body), request, writer);
    return { data: { updated, doc: text ?? null } };
  }

  private removeDocument(body: Body, writer: Writer): Reply {
    const table = this.tableOf(body);
    if (!body.query) throw invalidParam('remove() needs where() or doc().');
    const multi = body.multi === true;
    return { data: { deleted: this.statements.remove(table, this.queryOf(body), multi, writer) } };
  }

  private aggregateDocuments(body: Body): Reply {
    const table = this.tableOf(body);
    if (!Array.isArray(body.stages)) throw invalidParam('The stages must be a list.');
    const pipeline = body.stages.map((stage: { stageKey?: unknown; stageValue?: unknown }): Doc => {
      if (typeof stage?.stageKey !== 'string' || typeof stage.stageValue !== 'string')
        throw invalidParam('A stage needs stageKey and stageValue.');
      return { [stage.stageKey]: parseEjson(stage.stageValue, this.clock.now()) };
    });
    const tableNamed = (name: string) => this.store.catalog.find(name);
    const rows = aggregate(this.reader, tableNamed, table, pipeline);
    const isLimited = pipeline.some(stage => '$limit' in stage);
    const answered = isLimited ? rows : rows.slice(0, DEFAULT_AGGREGATE_LIMIT);
    return listReply(answered.map(replyText));
  }

  private tableOf(body: Body): Table {
    return this.table(nameOf(body));
  }

  private table(name: string): Table {
    const table = this.store.catalog.find(name);
    if (table) return table;
    throw new PlatformError(
      'DATABASE_COLLECTION_NOT_EXIST',
      'Db or Table not exist. Please check your request, but if the problem cannot be solved, contact us.',
    );
  }

  private queryOf(body: Body): Doc {
    return this.optional(body.query) ?? {};
  }

  private optional(ejson: unknown): Doc | undefined {
    return ejson ? parseEjsonObject(ejson, this.clock.now()) : undefined;
  }

  private dataOf(body: Body): Doc | Value[] {
    if (typeof body.data !== 'string') throw invalidParam('The data must be an object.');
    const data = parseEjson(body.data, this.clock.now());
    if (!Array.isArray(data) && !isDoc(data)) throw invalidParam('The data must be an object.');
    return data;
  }
}

function listReply(list: string[]): Reply {
  let bytes = 0;
  for (const text of list) bytes += Buffer.byteLength(text);
  if (bytes > MAX_REPLY_BYTES) throw requestFailed('The answer is larger than 16 MB.');
  return { data: { list } };
}

/** Most documents hold no wrapped values, and what was stored needs no checks. */
function projected(text: string, project: (doc: Doc) => Doc): string {
  if (text.includes('{"$')) return storedText(project(parseStored(text)));
  return JSON.stringify(project(JSON.parse(text) as Doc));
}
