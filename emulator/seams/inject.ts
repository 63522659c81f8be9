import { ConnectionBroken, PlatformError } from '../types.ts';

/** A planned disturbance of the next `times` calls with this name. */
export interface Injection {
  action: string;
  times: number;
  code?: string;
  message?: string;
  delayMs?: number;
  /** The connection is closed instead of an answer. */
  close?: boolean;
  /** So many calls are left alone before. */
  skip?: number;
  /** `after`: the work is done and only its answer is lost. */
  when: 'before' | 'after';
}

export interface Inject {
  add(injection: Injection): void;
  /**
   * Called with all names of a call. Waits, or throws the planned error; the returned function is called once the work
   * is done and may throw then.
   */
  meet(names: string[]): Promise<() => Promise<void>>;
  reset(): void;
}

const STATUS: Record<string, number> = {
  EXCEED_AUTHORITY: 403,
  STORAGE_EXCEED_AUTHORITY: 403,
  INVALID_HOST: 403,
  ACCESS_TOKEN_EXPIRED: 401,
  INVALID_ACCESS_TOKEN: 401,
  MISSING_CREDENTIALS: 401,
  INVALID_CREDENTIALS: 401,
  FUNCTION_NOT_FOUND: 404,
  EXCEED_MAX_PAYLOAD_SIZE: 413,
};

export function createInject(): Inject {
  let planned: Injection[] = [];
  const nothing = async () => undefined;

  const strike = async (injection: Injection): Promise<void> => {
    if (injection.delayMs !== undefined)
      await new Promise(done => setTimeout(done, injection.delayMs));
    if (injection.close) throw new ConnectionBroken('closed by the test');
    if (injection.code !== undefined)
      throw new PlatformError(
        injection.code,
        injection.message ?? 'injected by the test',
        STATUS[injection.code] ?? 400,
      );
  };

  return {
    add: injection => void planned.push(injection),
    async meet(names) {
      if (planned.length === 0) return nothing;
      const found = planned.find(({ action }) => names.includes(action));
      if (!found) return nothing;
      if (found.skip !== undefined && found.skip > 0) {
        found.skip -= 1;
        return nothing;
      }
      found.times -= 1;
      planned = planned.filter(({ times }) => times > 0);
      if (found.when === 'after') return () => strike(found);
      await strike(found);
      return nothing;
    },
    reset: () => {
      planned = [];
    },
  };
}
