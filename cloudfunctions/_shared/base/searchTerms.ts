import { normalForm } from '#contract/normalForm.ts';

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

export const TAIL = 4;

/** The terms of numbers: whole and their last four characters, because pairs of digits are not selective. */
export const numberTerms = (...numbers: string[]): string[] =>
  numbers
    .filter(Boolean)
    .map(number => normalForm(number))
    .flatMap(number => [number, number.slice(-TAIL)]);
