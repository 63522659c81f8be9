import { normalForm } from '#contract/normalForm.ts';
import { readSearch } from '#contract/search.ts';
import { _, db } from './cloud.ts';
import { patched, type Query, type Repository, type Stored } from './repository.ts';
import { gramsOf, TAIL } from './searchTerms.ts';

/** The `grams` of a record after a change of the fields searched; nothing where it changes none of them. */
export const searchTerms = (
  searched: readonly string[],
  fields: object,
  before: object | null,
): { grams?: string[] } => {
  if (!searched.some(field => (fields as Query)[field] !== undefined)) return {};
  const after = (before ? patched(before, fields) : fields) as Query;
  return { grams: gramsOf(...searched.flatMap(field => (after[field] ?? []) as string[])) };
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

/** So many records with a pair are counted, of so many pairs: of the rest of a long fragment none is needed. */
const MOST_COUNTED = 500;
const MOST_PAIRS = 8;

/**
 * The pair of a fragment that the fewest records have, so that a name which begins like most others is found at once. One
 * wait; none, and no answer, for a fragment of a single pair.
 */
export const rarestPair = async (
  records: Pick<Repository<Stored>, 'counts'>,
  q: string | undefined,
): Promise<string | undefined> => {
  const characters = [...normalForm(q ?? '')];
  const all = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  const pairs = [...new Set(all)].slice(0, MOST_PAIRS);
  if (pairs.length < 2) return undefined;
  const counts = await records.counts(
    Object.fromEntries(pairs.map(pair => [pair, { query: { grams: pair }, most: MOST_COUNTED }])),
  );
  // Where all counts reach the limit, the last pair wins: names rather share their beginnings.
  return pairs.reduce((rarest, pair) => (counts[pair]! <= counts[rarest]! ? pair : rarest));
};

/**
 * The conditions for a field that contains the fragment. The pattern is built from escaped text only.
 * @param pair by which the records are found, `rarestPair`; by default the first
 */
export const holds = (field: string, q: string | undefined, pair?: string): Query => {
  const characters = [...normalForm(q ?? '')];
  return characters.length === 0
    ? {}
    : {
        grams: pair ?? gramFor(characters),
        [field]: db.RegExp({ regexp: patternOf(characters), options: 'i' }),
      };
};

const gramFor = ([first, second]: string[]) => `${first}${second ?? ''}`;

/** The same, found by the rarest pair of these records. Database round trips: 1. */
export const holding = async (
  records: Pick<Repository<Stored>, 'counts'>,
  field: string,
  q: string | undefined,
): Promise<Query> => holds(field, q, await rarestPair(records, q));

/** The condition for records that have a number among their terms which ends with these four or more characters. */
export const endsWith = (typed: string): Query => {
  const number = normalForm(typed);
  if (number.length <= TAIL) return { grams: number };
  const ending = new RegExp(`${escapeRegExp(number)}$`) as never;
  return { grams: _.and([_.eq(number.slice(-TAIL)), ending]) };
};

/** The condition for a field that does not contain the fragment, which is not empty. */
export const lacks = (field: string, q: string): Query => ({
  [field]: _.not(new RegExp(patternOf([...normalForm(q)]), 'i') as never),
});

/** What fulfils both, also where both ask something of the same field. */
export const both = (one: Query, other: Query): Query => ({
  ...one,
  ...other,
  ...Object.fromEntries(
    Object.keys(other)
      .filter(field => one[field] !== undefined)
      .map(field => [field, _.and([asCommand(one[field]), asCommand(other[field])])]),
  ),
});

const asCommand = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : _.eq(value)) as ReturnType<typeof _.eq>;

/** What a search finds: queries that have no record in common, the best results first. */
export type Parts = [Query, ...Query[]];

/** The record with this id, or those with the fragment in the first of the fields, then in the next one alone. */
export const partsOf = (fields: readonly string[], q: string | undefined, pair?: string): Parts => {
  const { kind, value } = readSearch(q);
  if (fields.length === 0 || value === '') return [{}];
  return kind === 'id'
    ? [{ _id: value }]
    : (fields.map((field, at) => ({
        ...Object.assign({}, ...fields.slice(0, at).map(earlier => lacks(earlier, q!))),
        ...holds(field, q, pair),
      })) as Parts);
};
