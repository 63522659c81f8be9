import { report } from './log.ts';
import { inParallel } from './parallel.ts';
import type { Stored } from './repository.ts';

const PAGE = 100;

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
