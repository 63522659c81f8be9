import { randomUUID } from 'node:crypto';
import { type Clock, PlatformError } from '../types.ts';
import type { Table } from './planner.ts';
import { idText, type Overlay } from './reader.ts';
import type { Change, Id, Row } from './store.ts';

/** Life of a transaction on the platform, from its start. */
const LIFE_MS = 30_000;

/** How many dropped transactions are remembered, so that aborting one of them is no error. */
const REMEMBERED = 1000;

export interface Transaction {
  id: string;
  expires: number;
  /** The last commit it sees; set at its first statement. */
  snapshot: number | undefined;
  /** By table and `idText`: the documents as it left them. */
  writes: Map<Table, Map<string, { id: Id; row: Row | undefined }>>;
  locks: Set<string>;
  /** Keys of unique indexes it has written, and the document (`idText`) that has each. */
  keys: Map<string, string>;
}

/** A document is locked by an open transaction. Others outside wait for it; another transaction conflicts. */
export class Locked extends Error {}

interface Version {
  /** Number of the commit that replaced this state. */
  until: number;
  id: Id;
  row: Row | undefined;
}

/**
 * Snapshot isolation over a store that keeps only the newest state: while transactions are open, what each commit
 * replaces is remembered. A transaction sees the committed state, with newer commits undone and its own writes applied.
 * The first writer of a document wins; the second gets a conflict at once.
 */
export class Transactions {
  private readonly open = new Map<string, Transaction>();
  private readonly dropped = new Set<string>();
  private readonly holders = new Map<string, Transaction>();
  private readonly history = new Map<Table, Map<string, Version[]>>();
  private readonly waiting = new Set<() => void>();
  private commits = 0;

  constructor(private readonly clock: Clock) {}

  start(): string {
    this.sweep();
    const id = randomUUID();
    this.open.set(id, {
      id,
      expires: this.clock.now() + LIFE_MS,
      snapshot: undefined,
      writes: new Map(),
      locks: new Set(),
      keys: new Map(),
    });
    return id;
  }

  /** @throws DATABASE_TRANSACTION_FAIL when it is over: committed, aborted, in conflict or too old */
  get(id: unknown): Transaction {
    const transaction = this.open.get(String(id));
    if (!transaction) throw notExist();
    if (this.expired(transaction)) {
      this.drop(transaction);
      throw notExist();
    }
    transaction.snapshot ??= this.commits;
    return transaction;
  }

  abort(id: unknown): void {
    this.sweep();
    if (this.dropped.delete(String(id))) return;
    this.finish(this.get(id));
  }

  /** Ends it from this side; the client may still abort it. */
  drop(transaction: Transaction): void {
    this.dropped.add(transaction.id);
    if (this.dropped.size > REMEMBERED) this.dropped.delete(this.dropped.values().next().value!);
    this.finish(transaction);
  }

  finish(transaction: Transaction): void {
    this.open.delete(transaction.id);
    for (const key of transaction.locks) this.holders.delete(key);
    this.forget();
    this.wake();
  }

  dropAll(): void {
    for (const transaction of [...this.open.values()]) this.drop(transaction);
  }

  /** Where the transaction differs from the committed state. */
  overlay(transaction: Transaction, table: Table): Overlay {
    const overlay: Overlay = new Map();
    for (const [key, versions] of this.history.get(table) ?? []) {
      const visibleVersion = versions.find(({ until }) => until > transaction.snapshot!);
      if (visibleVersion) overlay.set(key, visibleVersion);
    }
    for (const [key, written] of transaction.writes.get(table) ?? []) overlay.set(key, written);
    return overlay;
  }

  /**
   * Claims a document, or a key of a unique index, for a transaction.
   * @throws DATABASE_TRANSACTION_CONFLICT
   */
  lock(transaction: Transaction, table: Table, key: string): void {
    const name = lockName(table, key);
    const holder = this.holder(name);
    if (holder === transaction) return;
    const changed = this.history
      .get(table)
      ?.get(key)
      ?.some(v => v.until > transaction.snapshot!);
    if (holder || changed) throw conflict();
    this.holders.set(name, transaction);
    transaction.locks.add(name);
  }

  hasLocks(): boolean {
    return this.holders.size > 0;
  }

  /** For writers outside of any transaction. @throws Locked */
  assertFree(table: Table, key: string): void {
    if (this.holders.size > 0 && this.holder(lockName(table, key))) throw new Locked();
  }

  write(transaction: Transaction, table: Table, id: Id, row: Row | undefined): void {
    let writes = transaction.writes.get(table);
    if (!writes) transaction.writes.set(table, (writes = new Map()));
    writes.set(idText(id), { id, row });
  }

  /** Remembers what a commit replaced, for the snapshots of open transactions. */
  committed(changes: Change[]): void {
    if (changes.length === 0) return;
    this.commits += 1;
    this.sweep();
    if (this.oldestSnapshot() === undefined) return;
    for (const { table, id, row } of changes) {
      let documents = this.history.get(table);
      if (!documents) this.history.set(table, (documents = new Map()));
      const key = idText(id);
      const versions = documents.get(key) ?? [];
      versions.push({ until: this.commits, id, row });
      documents.set(key, versions);
    }
  }

  /** Waits until a transaction ends or the time is up. A moved clock may also have ended one. */
  async released(ms: number): Promise<void> {
    await new Promise<void>(resolve => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.waiting.add(done);
    });
    this.sweep();
  }

  private holder(name: string): Transaction | undefined {
    const holder = this.holders.get(name);
    if (!holder || !this.expired(holder)) return holder;
    this.drop(holder);
    return undefined;
  }

  private expired(transaction: Transaction): boolean {
    const left = transaction.expires - this.clock.now();
    return left <= 0 || left > LIFE_MS; // the second when the clock was set back
  }

  private sweep(): void {
    for (const transaction of [...this.open.values()])
      if (this.expired(transaction)) this.drop(transaction);
  }

  private oldestSnapshot(): number | undefined {
    let oldest: number | undefined;
    for (const { snapshot } of this.open.values())
      if (snapshot !== undefined && (oldest === undefined || snapshot < oldest)) oldest = snapshot;
    return oldest;
  }

  private forget(): void {
    const oldest = this.oldestSnapshot();
    if (oldest === undefined) return this.history.clear();
    for (const [table, documents] of this.history) {
      for (const [key, versions] of documents) {
        const needed = versions.filter(({ until }) => until > oldest);
        if (needed.length > 0) documents.set(key, needed);
        else documents.delete(key);
      }
      if (documents.size === 0) this.history.delete(table);
    }
  }

  private wake(): void {
    for (const done of [...this.waiting]) done();
  }
}

const lockName = (table: Table, key: string) => `${table.number}/${key}`;

export const conflict = () =>
  new PlatformError(
    'DATABASE_TRANSACTION_CONFLICT',
    '[ResourceUnavailable.TransactionConflict] Transaction conflict: the document is being changed, or was changed, by another writer.',
  );

const notExist = () =>
  new PlatformError(
    'DATABASE_TRANSACTION_FAIL',
    '[ResourceUnavailable.TransactionNotExist] Transaction does not exist on the server, transaction must be commit or abort in 30 seconds.',
  );
