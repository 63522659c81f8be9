import type { CollectionName } from '#contract/collections.ts';
import { free, storeMark } from './due.ts';
import { environment } from './environment.ts';

/** Until when the changes of a collection have a mark, as far as this process knows. */
const marked = new Map<CollectionName, number>();

/**
 * Records of the collection carry audit rows that the job has to take out, or to store where a crash has kept the log
 * from them: within a minute. One mark stands for all changes of some seconds, so that a busy administrator costs one.
 */
export const auditDue = async (collection: CollectionName): Promise<void> => {
  const now = Date.now();
  const end = now + environment.UNAUDITED_WINDOW_MS;
  const known = marked.get(collection) ?? 0;
  // One that ends later than a new one would was made before the clock was set back.
  if (known > now && known <= end) return;
  marked.set(collection, end);
  const time = end + environment.UNAUDITED_MS;
  const mark = { jobs: ['auditRows' as const], time, about: [collection], ...free };
  if (!(await storeMark(mark))) marked.delete(collection);
};
