import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { CollectionName } from '#contract/collections.ts';
import type { RecordMigration } from './migration.ts';

interface Numbered extends Stored {
  taskNo?: string;
  rhTaskId?: string;
  receiptNo?: string;
  batchNo?: string;
  grams?: string[];
}

/** Numbers among the search terms of a record: whole, and their last four characters. */
export const numberTerms = (
  collection: CollectionName,
  numbers: Exclude<keyof Numbered, keyof Stored | 'grams'>[],
): RecordMigration<Numbered> => ({
  collection,
  fields: [...numbers, 'grams'],
  change: record => {
    const { grams = [] } = record;
    const known = new Set(grams);
    const terms = numbers
      .map(field => (record[field] ?? '').toLowerCase())
      .filter(Boolean)
      .flatMap(number => [number, number.slice(-4)]);
    const missing = new Set(terms.filter(term => !known.has(term)));
    return missing.size > 0 ? { grams: [...grams, ...missing] } : null;
  },
});
