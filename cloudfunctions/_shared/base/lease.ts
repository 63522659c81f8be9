import { newId, type Query, type Repository, type Stored } from './repository.ts';
import { valueAt } from './valueAt.ts';

/**
 * Leases: the worker or caller that works on a record, or speaks to another service about it, has it alone until an end
 * that comes by itself if it dies. They are taken and kept by compare-and-set, because the cloud runs many instances of
 * a function. A lease is in one of two places:
 *
 * - **in the time at which the record is due** (`dueLease`): tasks, messages, uploads to WeChat, grants. The worker moves
 *   the time to the end of its lease; if it dies, the record is due again then.
 * - **in fields of its own**, who has it and until when (`heldLease`): refunds (`turn`), work in slices (`claim`, see
 *   `claim.ts`), the comparison of counters, and the turns of jobs (`due.ts`).
 *
 * Locks (`locks.ts`) are no leases: they only spare concurrent callers their conflicts.
 */

/** @param due the time that was read; the end always differs from it, so that one of two concurrent workers succeeds */
const leaseEnd = (due: number, ms: number): number => Math.max(Date.now() + ms, due + 1);

/** When to try again after so many attempts. @param waits in milliseconds; the last one for all further attempts */
export const retryTime = (waits: readonly number[], attempts: number): number =>
  Date.now() + waits[Math.min(Math.max(attempts, 1), waits.length) - 1]!;

/**
 * A lease in the time at which a record is due.
 * @param field path of that time; indexed
 * @param ms longer than any step of the work
 * @param guard what else must be as the worker has read it
 */
export const dueLease = <R extends Stored>(
  records: Repository<R>,
  field: string,
  ms: () => number,
  guard: (record: R) => Query = () => ({}),
) => {
  const pinned = (record: R): Query => ({ ...guard(record), [field]: valueAt(record, field) });
  return {
    /** @returns the record with a lease on it; null if another worker was quicker */
    take: (record: R, patch: object = {}, longer = ms()): Promise<R | null> => {
      const end = leaseEnd(Number(valueAt(record, field)), longer);
      return records.compareAndSet(record._id, pinned(record), { ...patch, [field]: end });
    },

    /** Writes as long as the lease holds; null when it has been lost. */
    write: (held: R, patch: object): Promise<R | null> =>
      records.compareAndSet(held._id, pinned(held), { ...patch }),

    /** The guard for what is written in a transaction. */
    holds: (held: R, now: R): boolean =>
      Object.entries(pinned(held)).every(([path, value]) => valueAt(now, path) === value),
  };
};

/** Where a lease of its own stands in a record. */
interface Place {
  /** Path of the holder. */
  holder: string;
  /** What is written for the holder. */
  held(holder: string, until: number): object;
  /** What is written when the holder has done. */
  free: object;
}

/**
 * A lease in fields of its own.
 * @param ms longer than any step of the work
 */
export const heldLease = <R extends Stored>(
  records: Repository<R>,
  { holder, held, free }: Place,
  ms: () => number,
) => {
  const mine = (record: R): Query => ({ [holder]: valueAt(record, holder) });
  return {
    /**
     * @param guard what the record must be like, among it that nobody has the lease
     * @param patch what changes with it
     * @returns the record with the lease; null if it is not as `guard` says
     */
    take: (
      id: string,
      guard: Query,
      patch: (until: number) => object = () => ({}),
    ): Promise<R | null> => {
      const until = Date.now() + ms();
      return records.compareAndSet(id, guard, { ...patch(until), ...held(newId(), until) });
    },

    /** Writes and goes on for as long again; null when the lease has been lost. */
    renew: (record: R, guard: Query, patch: object): Promise<R | null> => {
      const same = held(String(valueAt(record, holder)), Date.now() + ms());
      return records.compareAndSet(
        record._id,
        { ...guard, ...mine(record) },
        { ...patch, ...same },
      );
    },

    /** The last write: the next one need not wait for the end. Null when the lease has been lost. */
    release: (record: R, guard: Query = {}, patch: object = {}): Promise<R | null> =>
      records.compareAndSet(record._id, { ...guard, ...mine(record) }, { ...patch, ...free }),
  };
};
