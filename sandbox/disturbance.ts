/** How a stand-in treats the next calls, set by a test. */
export interface Disturbance {
  /** `lose`: the work is done, then the connection drops. */
  mode: 'ok' | 'slow' | 'fail' | 'lose';
  /** Milliseconds that `slow` waits before it begins. */
  ms: number;
  /** Calls it is for; afterwards `ok`. Null: until told otherwise. */
  times: number | null;
  /** What `fail` answers with: 500 and the service's own code when absent. */
  status?: number;
  code?: string;
}

export const calm: Disturbance = { mode: 'ok', ms: 0, times: null };
const MODES = ['ok', 'slow', 'fail', 'lose'];

/** @throws an explanation for the author of the test */
export const readDisturbance = (given: Record<string, unknown>): Disturbance => {
  const { mode = 'ok', ms = 1_000, times = null, status, code } = given;
  if (typeof mode !== 'string' || !MODES.includes(mode))
    throw new Error('mode is ok, slow, fail or lose');
  if (typeof ms !== 'number' || !(ms >= 0)) throw new Error('ms is a number of milliseconds');
  if (times !== null && !(Number.isInteger(times) && (times as number) > 0))
    throw new Error('times is a positive integer');
  return {
    mode: mode as Disturbance['mode'],
    ms,
    times: times as number | null,
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'string' && { code }),
  };
};

export const createDisturber = () => {
  let current = calm;
  return {
    set: (next: Disturbance) => void (current = next),
    get: () => current,
    /** How the current call is treated. */
    take(): Disturbance {
      const met = current;
      if (current.times !== null)
        current = current.times > 1 ? { ...current, times: current.times - 1 } : calm;
      return met;
    },
  };
};
