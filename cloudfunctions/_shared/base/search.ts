import { normalForm } from '#contract/normalForm.ts';
import { db } from './cloud.ts';
import type { Query } from './repository.ts';

/**
 * Search for fragments without a scan: each record keeps the characters and neighbouring pairs of its name (`grams`,
 * indexed); a query finds the records with its rarest-looking pair, and a pattern selects among them.
 */
export const gramsOf = (...texts: string[]): string[] => {
  const grams = new Set<string>();
  for (const text of texts) {
    const characters = [...normalForm(text)];
    characters.forEach((character, at) => {
      grams.add(character);
      if (at > 0) grams.add(`${characters[at - 1]}${character}`);
    });
  }
  return [...grams];
};

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Records keep names as they were written, so the pattern finds a character half and full width, and every blank. */
const patternOf = (characters: string[]): string =>
  characters
    .map(character => {
      if (character === ' ') return '\\s+';
      const wide = /[!-~]/.test(character)
        ? String.fromCodePoint(character.charCodeAt(0) + 0xfee0)
        : '';
      return wide ? `[${escapeRegExp(character)}${wide}]` : escapeRegExp(character);
    })
    .join('');

/** The conditions for a field that contains the fragment. The pattern is built from escaped text only. */
export const holds = (field: string, q: string | undefined): Query => {
  const characters = [...normalForm(q ?? '')];
  if (characters.length === 0) return {};
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return {
    grams: pairs[0] ?? characters[0],
    [field]: db.RegExp({ regexp: patternOf(characters), options: 'i' }),
  };
};
