/**
 * Works on the items in their order, `count` at a time. After a failure no further one is begun, and those that were end
 * before it is thrown.
 * @returns the results in the order of the items
 */
export const mapConcurrently = async <T, R>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await work(items[at]!);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(count, items.length) }, worker);
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return results;
};
