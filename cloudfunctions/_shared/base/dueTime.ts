/**
 * The end of a lease on a record that is due at a time. A worker sets the time to this end, by compare-and-set on the
 * time that it has read, and each of its writes requires that the time is still this one. If it dies, the record is due
 * again then; if it was too slow, it writes nothing.
 *
 * @param due the time that was read; the end always differs from it, so that one of two concurrent workers succeeds
 * @param duration in milliseconds
 */
export const leaseEnd = (due: number, duration: number): number =>
  Math.max(Date.now() + duration, due + 1);

/** When to try again after so many attempts. @param waits in milliseconds; the last one for all further attempts */
export const retryTime = (waits: readonly number[], attempts: number): number =>
  Date.now() + waits[Math.min(Math.max(attempts, 1), waits.length) - 1]!;
