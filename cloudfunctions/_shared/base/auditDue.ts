import type { CollectionName } from '#contract/collections.ts';
import { dueRows } from './due.ts';
import { environment } from './environment.ts';
import { report } from './log.ts';

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
  try {
    await dueRows.insert({
      jobs: ['auditRows'],
      time: end + environment.UNAUDITED_MS,
      about: [collection],
      holder: '',
      until: 0,
    });
  } catch (error) {
    marked.delete(collection);
    report('not marked as due', error, 'auditRows');
  }
};
