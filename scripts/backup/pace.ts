/** Milliseconds between two requests after the platform has refused one, at first and at most. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [100, 10_000];
/** Together about a minute without a single answer. */
const TRIES = 14;

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

/** Asked too often, or no answer: codes of the platform, of the server SDK and of Node's sockets. */
const isPassing = (error: unknown): boolean =>
  !isTooLarge(error) &&
  /LIMIT|OVERRUN|TIMEOUT|TIMEDOUT|SYS_ERR|ECONN|EPIPE|EAI_AGAIN|socket hang up|busy|^(429|50[0-4]) /i.test(
    textOf(error),
  );

/**
 * Carries out requests as fast as the platform takes them: after a refusal all requests wait, longer each time, and
 * less again with each one that is answered. Only for what may be repeated.
 */
export const createPace = () => {
  let pause = 0;
  return async <T>(request: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      if (pause > 0)
        await new Promise(resolve => setTimeout(resolve, pause * (0.5 + 0.5 * Math.random())));
      try {
        const answer = await request();
        pause = pause < FIRST_PAUSE / 4 ? 0 : pause * 0.8;
        return answer;
      } catch (error) {
        if (tries === TRIES || !isPassing(error)) throw error;
        pause = Math.min(Math.max(pause * 2, FIRST_PAUSE), LONGEST_PAUSE);
      }
    }
  };
};
