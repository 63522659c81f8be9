/** The pauses between tries: together a minute and a half. */
const FIRST_PAUSE_MS = 100;
const TRIES = 10;

/** Too many requests, or no answer: codes of the platform, of the server SDK and of Node's sockets. */
const passing = /LIMIT|OVERRUN|TIMEOUT|TIMEDOUT|SYS_ERR|ECONN|EPIPE|EAI_AGAIN|socket hang up/i;

/** Tries again what the platform refused because it was asked too often, or did not answer; later each time. */
export const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (tries >= TRIES || !passing.test(`${String(code)} ${String(message)}`)) throw error;
      const pause = FIRST_PAUSE_MS * 2 ** (tries - 1);
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
};
