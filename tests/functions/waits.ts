import type { World } from './harness.ts';

/** A round has ended when no request arrives for this long. */
const QUIET_MS = 25;

/**
 * Counts the waits of one call for the database: requests made before any answer are one wait. Requests are held until
 * no more arrive, then answered together, so that concurrent requests are recognised on a busy machine too.
 */
export const countWaits = async <T>(
  world: World,
  work: () => Promise<T>,
): Promise<{ waits: number; requests: number; result: T }> => {
  const { database } = world.emulator;
  const handle = database.handle.bind(database);
  let waits = 0;
  let requests = 0;
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
    return handle(action, body);
  };
  try {
    const result = await work();
    return { waits, requests, result };
  } finally {
    clearTimeout(timer);
    database.handle = handle;
    release();
  }
};
