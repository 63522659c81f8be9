import type { Clock } from './types.ts';

/** The machine's clock plus an offset that tests may set. */
export interface SettableClock extends Clock {
  /** Milliseconds added to the machine's clock; workers add the same, so a function sees one time. */
  offset(): number;
}

export function createClock(): SettableClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    set: now => {
      offset = now === null ? 0 : now - Date.now();
    },
    offset: () => offset,
  };
}
