/**
 * A lease on a record that is due at a time: who works on it sets that time to the end of his lease, by compare-and-set
 * on the time that he read, and each of his writes asks that it still is. A worker that dies leaves the record due again
 * at that time; one that was too slow writes nothing.
 *
 * @param due the time that was read; the end always differs from it, so that of two workers at once one succeeds
 */
export const leaseEnd = (due: number, duration: number): number =>
  Math.max(Date.now() + duration, due + 1);

/** When to try again after so many attempts. @param waits in milliseconds; the last one for all further attempts */
export const retryTime = (waits: readonly number[], attempts: number): number =>
  Date.now() + waits[Math.min(Math.max(attempts, 1), waits.length) - 1]!;
