import { PlatformFailure } from './platformFailure.ts';

const MOST_TRIES = 3;
const PAUSE_MS = 600;

/**
 * Repeats a call whose answer was lost. Only for calls that answer the same when repeated.
 * @throws what the call throws
 */
export const askAgain = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof PlatformFailure) || tried >= MOST_TRIES) throw error;
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS * tried));
    }
  }
};
