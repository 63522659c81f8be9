import { texts } from '#contract/constants.ts';
import { isOffline, online } from './online.ts';
import { PlatformFailure } from './platformFailure.ts';

/** Cancelled by the user, or by the end of the session, before the network was back. */
export class SaveCancelled extends Error {
  constructor() {
    super(texts.saveCancelled);
    this.name = 'SaveCancelled';
  }
}

/**
 * Saves made without a network. Each is sent when the network is back, in the order in which they were made, as long as
 * the page is open; until then it can be cancelled. Only for calls that may be repeated: those with a `rev` or an
 * `idemKey`, and those that set a value unconditionally.
 */
export interface WaitingSaves {
  /**
   * @param key the record it is about
   * @throws SaveCancelled
   */
  send<T>(key: string, call: () => Promise<T>): Promise<T>;
  /** The keys of waiting saves; the same array until they change. */
  waiting(): readonly string[];
  /** Cancels those of one record, or all. */
  cancel(key?: string): void;
  subscribe(changed: () => void): () => void;
}

/** A network that has just come back may need a moment. */
const TRIES_ONLINE = 3;
const PAUSE_MS = 1_500;

/** The request failed without a network; whether it arrived is unknown. */
const isLost = (error: unknown) => error instanceof PlatformFailure && error.code === 'NETWORK';

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

export const createWaitingSaves = (): WaitingSaves => {
  const waiting = new Map<AbortController, string>();
  const listeners = new Set<() => void>();
  let keys: readonly string[] = [];
  /** Resolves with the last save made so far. */
  let last: Promise<unknown> = Promise.resolve();

  const changed = () => {
    keys = [...waiting.values()];
    for (const listener of listeners) listener();
  };

  const waitFor = async (key: string, before: Promise<unknown>) => {
    const giveUp = new AbortController();
    const { signal } = giveUp;
    waiting.set(giveUp, key);
    changed();
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new SaveCancelled()));
    });
    try {
      await Promise.race([before.then(() => online(signal)), cancelled]);
    } finally {
      waiting.delete(giveUp);
      changed();
    }
  };

  const sendWaiting = async <T>(
    key: string,
    call: () => Promise<T>,
    before: Promise<unknown>,
  ): Promise<T> => {
    for (let tries = 1; ;) {
      await waitFor(key, before);
      try {
        return await call();
      } catch (error) {
        if (!isLost(error)) throw error;
        if (isOffline()) continue;
        if (tries >= TRIES_ONLINE) throw error;
        tries += 1;
        await pause(PAUSE_MS);
      }
    }
  };

  return {
    send: (key, call) => {
      const before = last;
      const sent = call().catch((error: unknown) => {
        if (!isLost(error) || !isOffline()) throw error;
        return sendWaiting(key, call, before);
      });
      last = Promise.allSettled([before, sent]);
      return sent;
    },
    waiting: () => keys,
    cancel: key => {
      for (const [giveUp, its] of [...waiting])
        if (key === undefined || its === key) giveUp.abort();
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
