import type { World } from './harness.ts';

/** A round is over when nothing more is asked for this long. */
const QUIET_MS = 25;

/**
 * Counts the waits on the database of one call: what is asked before anything is answered is one wait. Requests are
 * held until no more come, then answered together, so that what was asked in parallel is seen as such however busy
 * the machine is.
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
