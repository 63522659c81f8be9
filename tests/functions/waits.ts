import type { World } from './harness.ts';

/** A round has ended when no request arrives for this long. */
const QUIET_MS = 25;

/**
 * Counts the waits of one call for the database: requests made before any answer are one wait. Requests are held until
 * no more arrive, then answered together, so that concurrent requests are recognised on a busy machine too.
 * `records`: how many the database answered, counted ones not.
 */
export const countWaits = async <T>(
  world: World,
  work: () => Promise<T>,
): Promise<{ waits: number; requests: number; records: number; result: T }> => {
  const { database } = world.emulator;
  const handle = database.handle.bind(database);
  let waits = 0;
  let requests = 0;
  let records = 0;
  let held: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    const round = held;
    held = [];
    if (round.length > 0) waits += 1;
    for (const go of round) go();
  };
  database.handle = async (action, body) => {
    // Opening, ending and looking into a transaction are waits like any other.
    requests += 1;
    clearTimeout(timer);
    await new Promise<void>(resolve => {
      held.push(resolve);
      timer = setTimeout(release, QUIET_MS);
    });
    const answer = await handle(action, body);
    records += (answer['data'] as { list?: unknown[] } | undefined)?.list?.length ?? 0;
    return answer;
  };
  try {
    const result = await work();
    return { waits, requests, records, result };
  } finally {
    clearTimeout(timer);
    database.handle = handle;
    release();
  }
};
