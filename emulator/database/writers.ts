import { type Doc, parseStored, storedText } from './ejson.ts';
import { entriesOf, type Key } from './keys.ts';
import type { Table } from './planner.ts';
import { idOf, idText, type Overlay, UNWRITTEN } from './reader.ts';
import { duplicateKey, type Id, type Row, type Store } from './store.ts';
import type { Transaction, Transactions } from './transactions.ts';

/** Where a statement's effects go: into the store, or into an open transaction. */
export interface Writer {
  /** What the statement sees otherwise than the committed state. */
  overlay(table: Table): Overlay | undefined;
  insert(table: Table, id: Id, doc: Doc): void;
  replace(table: Table, id: Id, row: Row, before: Doc, after: Doc): void;
  remove(table: Table, id: Id, row: Row, before: Doc): void;
}

/** Each key a document has in each unique index. */
function* uniqueKeys(
  table: Table,
  doc: Doc,
): Generator<[name: string, keys: Key[], index: number]> {
  for (const [at, index] of table.indexes.entries())
    if (index.unique)
      for (const [text, keys] of entriesOf(index, doc).entries)
        yield [`u${index.number}${text}`, keys, at];
}

/** Writes outside of any transaction. To be used within `store.write`. */
export class DirectWriter implements Writer {
  constructor(
    private readonly store: Store,
    private readonly transactions: Transactions,
  ) {}

  overlay(): undefined {
    return undefined;
  }

  insert(table: Table, id: Id, doc: Doc): void {
    this.assertFree(table, id, doc);
    this.store.insert(table, id, doc);
  }

  replace(table: Table, id: Id, row: Row, before: Doc, after: Doc): void {
    this.assertFree(table, id, after);
    this.store.replace(table, id, row, before, after);
  }

  remove(table: Table, id: Id, row: Row, before: Doc): void {
    this.transactions.assertFree(table, idText(id));
    this.store.remove(table, id, row, before);
  }

  private assertFree(table: Table, id: Id, doc: Doc): void {
    this.transactions.assertFree(table, idText(id));
    if (!this.transactions.hasLocks()) return;
    for (const [name] of uniqueKeys(table, doc)) this.transactions.assertFree(table, name);
  }
}

/** Writes into a transaction: nothing reaches the store before the commit. */
export class TransactionWriter implements Writer {
  constructor(
    private readonly store: Store,
    private readonly transactions: Transactions,
    private readonly transaction: Transaction,
  ) {}

  overlay(table: Table): Overlay {
    return this.transactions.overlay(this.transaction, table);
  }

  insert(table: Table, id: Id, doc: Doc): void {
    this.transactions.lock(this.transaction, table, idText(id));
    const written = this.transaction.writes.get(table)?.get(idText(id));
    const present = written ? written.row : this.store.rowById(table, id);
    if (present) throw duplicateKey(table, '_id_', [id]);
    this.put(table, id, UNWRITTEN, undefined, doc);
  }

  replace(table: Table, id: Id, row: Row, before: Doc, after: Doc): void {
    this.transactions.lock(this.transaction, table, idText(id));
    this.put(table, id, row.seq, before, after);
  }

  remove(table: Table, id: Id, row: Row, before: Doc): void {
    this.transactions.lock(this.transaction, table, idText(id));
    this.put(table, id, row.seq, before, undefined);
  }

  private put(
    table: Table,
    id: Id,
    seq: number,
    before: Doc | undefined,
    after: Doc | undefined,
  ): void {
    const { keys } = this.transaction;
    if (before)
      for (const [name] of uniqueKeys(table, before)) keys.delete(`${table.number}${name}`);
    if (after) this.claimKeys(table, id, after);
    const row = after && { seq, text: storedText(after) };
    this.transactions.write(this.transaction, table, id, row);
  }

  /** A unique index is checked at the statement, not only at the commit. */
  private claimKeys(table: Table, id: Id, doc: Doc): void {
    const own = this.transaction.writes.get(table);
    for (const [name, keys, at] of uniqueKeys(table, doc)) {
      const index = table.indexes[at]!;
      this.transactions.lock(this.transaction, table, name);
      const mine = this.transaction.keys.get(`${table.number}${name}`);
      if (mine !== undefined && mine !== idText(id)) throw duplicateKey(table, index.name, keys);
      const holder = this.store.holderOf(table, index, keys);
      const holderId = holder && idText(idOf(parseStored(holder.text)));
      if (holderId !== undefined && holderId !== idText(id) && !own?.has(holderId))
        throw duplicateKey(table, index.name, keys);
      this.transaction.keys.set(`${table.number}${name}`, idText(id));
    }
  }
}

/** Carries all of a transaction's writes into the store. To be used within `store.write`. */
export function applyTransaction(store: Store, transaction: Transaction): void {
  // Removals first: they free keys of unique indexes that other documents may have taken over.
  const rank = (row: Row | undefined) => (row === undefined ? 0 : row.seq === UNWRITTEN ? 2 : 1);
  const writes = [...transaction.writes]
    .flatMap(([table, documents]) => [...documents.values()].map(w => ({ table, ...w })))
    .sort((a, b) => rank(a.row) - rank(b.row));
  for (const { table, id, row } of writes) {
    const present = store.rowById(table, id);
    const before = present && parseStored(present.text);
    if (!row) {
      if (present) store.remove(table, id, present, before!);
    } else if (present) store.replace(table, id, present, before!, parseStored(row.text));
    else store.insert(table, id, parseStored(row.text));
  }
}
