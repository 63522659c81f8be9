/** The result of the work, once the other is over too, also where one of them fails: nothing runs after an answer. */
export const together = async <T>(work: Promise<T>, other: Promise<unknown>): Promise<T> => {
  await Promise.allSettled([work, other]);
  return (await Promise.all([work, other]))[0];
};

/** Concurrent writes: the smallest plans of the platform allow a few dozen. */
const AT_ONCE = 20;

/**
 * Processes the items in order, some at a time; after the first failure the started ones finish and no new one starts.
 */
export const inParallel = async <T>(
  items: T[],
  work: (item: T) => Promise<unknown>,
  atOnce = AT_ONCE,
) => {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: Math.min(atOnce, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
};
