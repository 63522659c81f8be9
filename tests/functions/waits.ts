import type { World } from './harness.ts';

/** A round has ended when no request arrives for this long. */
const QUIET_MS = 25;

export interface Cost {
  /** Requests made before any answer are one. */
  waits: number;
  requests: number;
  /** Entries of indexes and documents that the database passed: see `Explanation`. */
  walked: number;
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
  world: World,
  work: () => Promise<T>,
): Promise<{ cost: Cost; result: T }> => {
  const { database } = world.emulator;
  const handle = database.handle.bind(database);
  const cost = { waits: 0, requests: 0, walked: 0, records: 0, bytes: 0, answer: 0 };
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
    const answer = await handle(action, body);
    // Records as texts of JSON.
    const { list = [] } = (answer['data'] ?? {}) as { list?: unknown[] };
    cost.records += list.length;
    for (const text of list) cost.bytes += Buffer.byteLength(String(text));
    return answer;
  };
  world.queries.trace = ({ walked }) => (cost.walked += walked);
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
