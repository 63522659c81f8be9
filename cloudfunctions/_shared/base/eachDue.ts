import { _ } from './cloud.ts';
import { report } from './log.ts';
import { inParallel } from './parallel.ts';
import type { FindOptions, Query, Repository, Stored } from './repository.ts';

const PAGE = 100;

/** A condition on an instant that has passed; null never matches. */
export const due = (now: number) => _.gt(0).and(_.lte(now));

/** Those whose `field` has passed, the longest due first. */
export const findDue = <R extends Stored>(
  records: Repository<R>,
  field: string,
  query: Query,
  options: FindOptions,
  now = Date.now(),
): Promise<R[]> =>
  records.find({ ...query, [field]: due(now) }, { sort: [[field, 'asc']], ...options });

interface Due<R> {
  /** Those that are due, in an order that stays. */
  find: (page: { skip: number; limit: number }) => Promise<R[]>;
  /** Whether it is due no more. What it throws is logged. */
  work: (record: R) => Promise<boolean>;
  /** When the time is up. */
  until?: number;
  atOnce?: number;
}

/**
 * Works on what is due, in pages. What was done matches no more, so the same page is read again; what could not be done
 * is passed over until the next run, and keeps no others waiting.
 */
export const eachDue = async <R extends Stored>({
  find,
  work,
  until = Infinity,
  atOnce,
}: Due<R>): Promise<{ done: number; passedOver: number }> => {
  const counts = { done: 0, passedOver: 0 };
  for (;;) {
    const page = await find({ skip: counts.passedOver, limit: PAGE });
    await inParallel(
      page,
      async record => {
        if (Date.now() >= until) return;
        const isDone = await work(record).catch((error: unknown) => {
          report('left for the next run', error, record._id);
          return false;
        });
        counts[isDone ? 'done' : 'passedOver'] += 1;
      },
      atOnce,
    );
    if (page.length < PAGE || Date.now() >= until) return counts;
  }
};
