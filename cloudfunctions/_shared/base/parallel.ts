/** Writes under way at once: the smallest plans of the platform serve few dozens. */
const AT_ONCE = 20;

/** Works through the items in their order, some at a time; the first failure ends it once those begun are done. */
export const inParallel = async <T>(items: T[], work: (item: T) => Promise<unknown>) => {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
};
