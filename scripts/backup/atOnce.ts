/**
 * Works on the items in order, `count` at a time. After a failure no further one is begun, and those that were end before
 * it is thrown.
 */
export const atOnce = async <T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      try {
        await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
  };
  const ended = await Promise.allSettled(Array.from({ length: count }, worker));
  const failed = ended.find(one => one.status === 'rejected');
  if (failed) throw failed.reason;
};
