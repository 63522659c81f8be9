import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { RecordMigration } from './migration.ts';

interface Keyword extends Stored {
  aliases?: string[];
  grams?: string[];
}

/** The search terms of a text as they are stored: its characters, and each two that follow each other. */
const termsOf = (text: string): string[] => {
  const characters = [...text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()];
  return characters.flatMap((character, at) =>
    at === 0 ? [character] : [character, `${characters[at - 1]}${character}`],
  );
};

/** Keywords are found by their synonyms too. */
export const migration: RecordMigration<Keyword> = {
  collection: 'keywords',
  fields: ['aliases', 'grams'],
  change: ({ aliases = [], grams = [] }) => {
    const known = new Set(grams);
    const missing = new Set(aliases.flatMap(termsOf).filter(term => !known.has(term)));
    return missing.size > 0 ? { grams: [...grams, ...missing] } : null;
  },
};
