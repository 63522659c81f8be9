import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { newId, repository, type Stored } from '#cloudfunctions/_shared/base/repository.ts';
import { isMissingCollection } from '../shared/retryWithBackoff.ts';
import { rest } from './cloud.ts';

interface Turn extends Stored {
  holder: string;
  /** End of the lock if its holder dies. */
  until: number;
}

/** Where locks are kept. */
export const LOCKS = 'turns';
const locks = repository<Turn>(LOCKS);
const NAME = 'deployment';

/** A killed deployment holds up the next one for so long at most. */
const HELD_MS = 20_000;
const RENEWED_EVERY_MS = 5_000;
const ASKED_EVERY_MS = 500;

/** Makes a second deployment of an environment wait for the first, and then start from its result. */
export interface Lock {
  /**
   * Waits while another deployment holds it. Does nothing where it is held already.
   * @returns false in an environment that has no collection yet to keep it in
   */
  take(): Promise<boolean>;
  /** Called before each change. @throws when another deployment has taken over, e.g. while this machine slept */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

export const deploymentLock = (log: (line: string) => void): Lock => {
  const holder = newId();
  let until = 0;
  let renewing: NodeJS.Timeout | undefined;

  const tryTaking = async (): Promise<boolean> => {
    const now = Date.now();
    const mine = { holder, until: now + HELD_MS };
    const taken =
      (await locks.insertUnlessThere(mine, NAME)) ??
      (await locks.compareAndSet(NAME, { until: _.lte(now) }, mine));
    if (taken) until = mine.until;
    return taken !== null;
  };

  const renew = async (): Promise<boolean> => {
    const next = Date.now() + HELD_MS;
    const isMine = (await locks.compareAndSet(NAME, { holder }, { until: next })) !== null;
    until = isMine ? next : 0;
    return isMine;
  };

  return {
    async take() {
      if (renewing) return true;
      try {
        for (let isLogged = false; !(await tryTaking()); await rest(ASKED_EVERY_MS)) {
          if (!isLogged)
            log('Another deployment of this environment is under way; waiting for its end.');
          isLogged = true;
        }
      } catch (error) {
        if (isMissingCollection(error)) return false;
        throw error;
      }
      renewing = setInterval(() => void renew().catch(() => undefined), RENEWED_EVERY_MS);
      return true;
    },
    async confirm() {
      if (Date.now() >= until && !(await renew()))
        throw new Error(
          'Another deployment of this environment has begun meanwhile, and this one has stopped. What has been done stays: run the command again.',
        );
    },
    async release() {
      if (!renewing) return;
      clearInterval(renewing);
      await locks.remove(NAME, { holder }).catch(() => undefined);
    },
  };
};
