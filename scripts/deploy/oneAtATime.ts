import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { newId, repository, type Stored } from '#cloudfunctions/_shared/base/repository.ts';
import { isMissingCollection } from '../patience.ts';
import { rest } from './cloud.ts';

interface Lock extends Stored {
  holder: string;
  /** End of the lock if its holder dies. */
  until: number;
}

const locks = repository<Lock>('turns');
const NAME = 'deployment';

/** A killed deployment holds up the next one for so long at most. */
const HELD_MS = 20_000;
const RENEWED_EVERY_MS = 5_000;
const ASKED_EVERY_MS = 500;

/**
 * Of two deployments of an environment the second waits for the first, and then finds what it has done. An environment
 * without collections has nowhere to keep a lock: the first deployment of all goes without.
 */
export const oneAtATime = async <T>(
  log: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> => {
  const holder = newId();
  for (let isTold = false; !(await take(holder)); await rest(ASKED_EVERY_MS)) {
    if (!isTold) log('Another deployment of this environment is under way; waiting for its end.');
    isTold = true;
  }
  const renewing = setInterval(() => {
    locks.compareAndSet(NAME, { holder }, { until: Date.now() + HELD_MS }).catch(() => undefined);
  }, RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await locks.remove(NAME, { holder }).catch(() => undefined);
  }
};

const take = async (holder: string): Promise<boolean> => {
  const now = Date.now();
  const mine = { holder, until: now + HELD_MS };
  try {
    const taken =
      (await locks.insertUnlessThere(mine, NAME)) ??
      (await locks.compareAndSet(NAME, { until: _.lte(now) }, mine));
    return taken !== null;
  } catch (error) {
    if (isMissingCollection(error)) return true;
    throw error;
  }
};
