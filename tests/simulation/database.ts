import type { CollectionName } from '#contract/collections.ts';
import { noAnswer } from '../replaceSdkTransport.ts';
import type { Fate } from './fate.ts';
import type { Scheduler } from './scheduler.ts';

export type Row = Record<string, unknown> & { _id: string };
export type ReadRows = <R = Row>(collection: CollectionName) => Promise<R[]>;
export type WriteRow = (
  collection: CollectionName,
  _id: string,
  fields: object,
) => Promise<unknown>;

const SDK_TIMEOUT_MS = 8_000;
const writes = new Set(
  ['insertDocument', 'modifyDocument', 'modifyAndReturnDoc', 'removeDocument'].map(
    name => `database.${name}`,
  ),
);

interface Parts {
  fate: Fate;
  scheduler: Scheduler;
  readRows: ReadRows;
  write: WriteRow;
}

/** The way to the database in one story: its waits and losses, and what was written. */
export const simulateDatabase = ({ fate, scheduler, readRows, write }: Parts) => {
  const { note } = scheduler;
  /** Collections that have changed since the last look. */
  const changed = new Set<string>();
  /** What was read of a collection, until it is written to. */
  const cached = new Map<string, Promise<unknown[]>>();
  const rows = <R = Row>(collection: CollectionName): Promise<R[]> => {
    const known = cached.get(collection) ?? readRows(collection);
    cached.set(collection, known);
    return known as Promise<R[]>;
  };
  const noteChange = (name: string) => {
    changed.add(name);
    cached.delete(name);
  };
  /** Collections that were written to, or that a caller has tried to write to. */
  const written = new Set<string>();
  const inTransactions = new Map<unknown, Set<string>>();

  const noteWrite = (action: string, body: Row | Record<string, unknown>) => {
    const { transactionId, collectionName } = body;
    if (action === 'database.commitTransaction') {
      for (const name of inTransactions.get(transactionId) ?? []) noteChange(name);
    } else if (writes.has(action)) {
      written.add(String(collectionName));
      if (!transactionId) return noteChange(String(collectionName));
      const names = inTransactions.get(transactionId) ?? new Set<string>();
      inTransactions.set(transactionId, names.add(String(collectionName)));
    }
  };

  const carry = async (
    action: string,
    body: Record<string, unknown>,
    carryOut: () => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> => {
    const run = scheduler.current();
    const { ms, back, lost } = fate.latency(action);
    const about = [body['collectionName'] ?? '', body['query'] ?? ''].join(' ').trim();
    const what = `${action.slice('database.'.length)} ${about}`.trim();
    await scheduler.pause(what, ms);
    const isWrite = writes.has(action) || action === 'database.commitTransaction';
    const silent = async (): Promise<never> => {
      note(run?.name ?? '?', `${what}: no answer, ${lost} it was carried out`);
      await scheduler.pause('no answer', SDK_TIMEOUT_MS);
      throw noAnswer();
    };
    if (lost === 'before') return silent();
    const answer = await carryOut();
    if (!answer['code']) noteWrite(action, body);
    // A process that died while waiting for a lock does not continue.
    if (run?.dead) return new Promise(() => undefined);
    if (isWrite || answer['code'])
      note(run?.name ?? '?', `${what}${answer['code'] ? `: ${String(answer['code'])}` : ''}`);
    if (lost === 'after') return silent();
    if (back) await scheduler.pause(`the answer to ${what}`, back);
    return answer;
  };

  const change = async (collection: CollectionName, _id: string, fields: object) => {
    written.add(collection);
    await write(collection, _id, fields);
    noteChange(collection);
  };

  return { rows, carry, change, changed, written };
};
