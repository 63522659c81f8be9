/** How a stand-in treats the next calls, set by a test. */
export interface Disturbance {
  /** `lose`: the work is done, then the connection drops. `refuse`: the service answers with its own error. */
  mode: 'ok' | 'slow' | 'fail' | 'lose' | 'refuse';
  /** Milliseconds that `slow` waits before it begins. */
  ms: number;
  /** Calls it is for; afterwards `ok`. Null: until changed. */
  times: number | null;
  /**
   * Only calls of this path, or of this action where all calls have one path; with a `*` at its end all paths that
   * begin so. All calls when absent.
   */
  path?: string;
  /** What `fail` answers with: a server error when absent. */
  status?: number;
  /** The service's own code of a refusal. */
  code?: string | number;
}

const calm: Disturbance = { mode: 'ok', ms: 0, times: null };
const MODES = ['ok', 'slow', 'fail', 'lose', 'refuse'];

/** @throws an explanation for the author of the test */
export const readDisturbance = (given: Record<string, unknown>): Disturbance => {
  const { mode = 'ok', ms = 1_000, times = null, path, status, code } = given;
  if (typeof mode !== 'string' || !MODES.includes(mode))
    throw new Error('mode is ok, slow, fail, lose or refuse');
  if (typeof ms !== 'number' || !(ms >= 0)) throw new Error('ms is a number of milliseconds');
  if (times !== null && !(Number.isInteger(times) && (times as number) > 0))
    throw new Error('times is a positive integer');
  if (path !== undefined && typeof path !== 'string') throw new Error('path is a text');
  const hasCode = typeof code === 'string' || typeof code === 'number';
  if (mode === 'refuse' && !hasCode) throw new Error('refuse needs the code of the service');
  return {
    mode: mode as Disturbance['mode'],
    ms,
    times: times as number | null,
    ...(path !== undefined && { path }),
    ...(typeof status === 'number' && { status }),
    ...(hasCode && { code }),
  };
};

/** One disturbance of all calls, and one for each path that is named; those of a path come first. */
export const createDisturber = () => {
  let all = calm;
  const byPath = new Map<string, Disturbance>();

  const spend = (met: Disturbance): Disturbance =>
    met.times === null || met.times > 1
      ? { ...met, times: met.times === null ? null : met.times - 1 }
      : calm;

  const entryOf = (path: string) =>
    [...byPath].find(([wanted]) =>
      wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : wanted === path,
    );

  return {
    set(next: Disturbance) {
      if (next.path === undefined) all = next;
      else if (next.mode === 'ok') byPath.delete(next.path);
      else byPath.set(next.path, next);
    },
    get: (path?: string) => (path === undefined ? all : (byPath.get(path) ?? calm)),
    /** How the current call is treated. */
    take(path: string): Disturbance {
      const [wanted, met] = entryOf(path) ?? [];
      if (wanted === undefined || !met) {
        const general = all;
        all = spend(all);
        return general;
      }
      const rest = spend(met);
      if (rest.mode === 'ok') byPath.delete(wanted);
      else byPath.set(wanted, rest);
      return met;
    },
    reset() {
      all = calm;
      byPath.clear();
    },
  };
};
