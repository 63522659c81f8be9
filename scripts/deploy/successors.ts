import { type Cloud, CloudError } from './cloud.ts';

/** How a platform answers a call that it does not know, or knows no more. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof CloudError && /^(InvalidAction|NoSuchVersion|ActionOffline)/.test(error.code);

/** Whether the environment knows the successor, by call. */
const knownTo = new WeakMap<Cloud, Map<string, boolean>>();

/**
 * Asks by a call of today's public API, and by the one before it only where the environment does not know it. What a
 * reading has found out holds for the writing that follows.
 * @param name of the successor, e.g. `DescribeTables`; one for all calls of a kind
 */
export const withSuccessor = async <T>(
  cloud: Cloud,
  name: string,
  { now, before }: { now: () => Promise<T>; before: () => Promise<T> },
): Promise<T> => {
  const known = knownTo.get(cloud) ?? new Map<string, boolean>();
  knownTo.set(cloud, known);
  if (known.get(name) === false) return before();
  try {
    const answer = await now();
    known.set(name, true);
    return answer;
  } catch (error) {
    if (known.get(name) || !isUnknown(error)) throw error;
    known.set(name, false);
    return before();
  }
};
