import { type EmulatorConfig, PlatformError } from '../types.ts';

/** Lets a request to the database through, or refuses it, as far as the plan's figures allow. */
export type WithinLimits = <T>(request: () => Promise<T>) => Promise<T>;

/** @throws PlatformError as the platform does where an environment has too many requests */
export function requestLimits(config: Pick<EmulatorConfig, 'limits'>): WithinLimits {
  let open = 0;
  let begun = 0;
  let second = -1;
  return async request => {
    const { requestsPerSecond = Infinity, connections = Infinity } = config.limits ?? {};
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, begun] = [now, 0];
    begun += 1;
    if (begun > requestsPerSecond)
      throw new PlatformError(
        'EXCEED_RATELIMIT',
        `more than ${requestsPerSecond} requests a second`,
      );
    if (open >= connections)
      throw new PlatformError(
        'EXCEED_CONCURRENT_REQUEST_LIMIT',
        `more than ${connections} requests at the same time`,
      );
    open += 1;
    try {
      return await request();
    } finally {
      open -= 1;
    }
  };
}
