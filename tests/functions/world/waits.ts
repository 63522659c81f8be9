import { AsyncLocalStorage } from 'node:async_hooks';
import type { World } from './harness.ts';

/** A round has ended when no request arrives for this long. */
const QUIET_MS = 25;

/** The request that a query belongs to. */
const request = new AsyncLocalStorage<{ walked: number; most: number; of: string }>();

export interface Cost {
  /** Requests made before any answer are one. */
  waits: number;
  requests: number;
  /** Entries of indexes and documents that the database passed: see `Explanation`. */
  walked: number;
  /** Of these, those of the request that passed most. */
  most: number;
  /** Collection and index of the query that passed most of them. */
  mostOf: string;
  /** Records that it answered, counted ones not. */
  records: number;
  /** Bytes of these. */
  bytes: number;
  /** Bytes of what the caller is answered. */
  answer: number;
}

/**
 * What one call costs the database. Requests are held until no more arrive, then answered together, so that concurrent
 * requests are recognised on a busy machine too.
 */
export const costOf = async <T>(
  world: Pick<World, 'emulator' | 'queries'>,
  work: () => Promise<T>,
): Promise<{ cost: Cost; result: T }> => {
  const { database } = world.emulator;
  const handle = database.handle.bind(database);
  const cost: Cost = {
    waits: 0,
    requests: 0,
    walked: 0,
    most: 0,
    mostOf: '',
    records: 0,
    bytes: 0,
    answer: 0,
  };
  let held: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    const round = held;
    held = [];
    if (round.length > 0) cost.waits += 1;
    for (const go of round) go();
  };
  database.handle = async (action, body) => {
    // Opening, ending and looking into a transaction are waits like any other.
    cost.requests += 1;
    clearTimeout(timer);
    await new Promise<void>(resolve => {
      held.push(resolve);
      timer = setTimeout(release, QUIET_MS);
    });
    const own = { walked: 0, most: 0, of: '' };
    const answer = await request.run(own, () => handle(action, body));
    cost.walked += own.walked;
    if (own.walked > cost.most) Object.assign(cost, { most: own.walked, mostOf: own.of });
    // Records as texts of JSON.
    const { list = [] } = (answer['data'] ?? {}) as { list?: unknown[] };
    cost.records += list.length;
    for (const text of list) cost.bytes += Buffer.byteLength(String(text));
    return answer;
  };
  world.queries.trace = ({ collection, index, walked }) => {
    const own = request.getStore();
    // What a stand-in looks up is not asked by the function.
    if (!own) return;
    own.walked += walked;
    if (walked > own.most) Object.assign(own, { most: walked, of: `${collection} ${index}` });
  };
  try {
    const result = await work();
    cost.answer = Buffer.byteLength(JSON.stringify(result) ?? '');
    return { cost, result };
  } finally {
    delete world.queries.trace;
    clearTimeout(timer);
    database.handle = handle;
    release();
  }
};
