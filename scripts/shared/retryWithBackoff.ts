interface Failure {
  code?: unknown;
  message?: unknown;
}

const textOf = (error: unknown) => {
  const { code, message } = (error ?? {}) as Failure;
  return `${String(code)} ${String(message)}`;
};

/** What was asked for, or sent, is more than one request may hold. */
export const isTooLarge = (error: unknown): boolean =>
  /SIZE_LIMIT|MAX_PAYLOAD|too large|larger than/i.test(textOf(error));

/** Nothing was stored yet, in an environment that has not been deployed to, or not with this version. */
export const isMissingCollection = (error: unknown): boolean =>
  /COLLECTION_NOT_EXIST|Db or Table not exist/i.test(textOf(error));

/** Asked too often, or no answer: codes of the platform, of the server SDK, of Node's sockets and of its `fetch`. */
const isPassing = (error: unknown): boolean =>
  !isTooLarge(error) &&
  /LIMIT|OVERRUN|TIMEOUT|TIMEDOUT|SYS_ERR|ECONN|EPIPE|EAI_AGAIN|ENOTFOUND|ENETDOWN|ENETUNREACH|EHOSTUNREACH|UND_ERR|socket hang up|terminated|busy|^(429|50[0-4]) /i.test(
    textOf(error),
  );

interface RetryOptions {
  /** Which failures pass by themselves; those of the server SDK when absent. */
  isPassing?: (error: unknown) => boolean;
  /** Tries of one request; 14 when absent, together about a minute without a single answer. */
  tries?: number;
  /** Milliseconds between two requests after the first refusal; 100 when absent. */
  firstPauseMs?: number;
}

const LONGEST_PAUSE_MS = 10_000;

/**
 * Carries out requests as fast as the platform takes them: after a refusal all requests wait, longer each time, and
 * less again with each one that is answered. Only for what may be repeated.
 */
export const createRetryWithBackoff = (options: RetryOptions = {}) => {
  const { tries: most = 14, firstPauseMs = 100 } = options;
  const passes = options.isPassing ?? isPassing;
  let pause = 0;
  return async <T>(request: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const waited = pause;
      if (waited > 0)
        await new Promise(resolve => setTimeout(resolve, waited * (0.5 + 0.5 * Math.random())));
      try {
        const answer = await request();
        pause = pause < firstPauseMs / 4 ? 0 : pause * 0.8;
        return answer;
      } catch (error) {
        if (tries === most || !passes(error)) throw error;
        // Those that are refused together lengthen it once.
        const next = Math.min(Math.max(waited * 2, firstPauseMs), LONGEST_PAUSE_MS);
        pause = Math.max(pause, next);
      }
    }
  };
};

/** For the requests of the server SDK in this process. */
export const retryWithBackoff = createRetryWithBackoff();
