import { type Keyword, searchedKeywordTypes } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { _ } from '../base/cloud.ts';
import { idsOf, type Query } from '../base/repository.ts';
import { holds, lacks, type Parts, partsOf, rarestPair } from '../base/search.ts';
import { keywords, presets, templates } from './records.ts';

/** So many keywords, those of greater weight first, are looked for in templates. */
const MOST_KEYWORDS = 100;

/** Keywords that a search looks into, by their word or a synonym. */
export const searchedKeywords: Query = {
  status: 'enabled',
  type: _.in([...searchedKeywordTypes]),
};

/** Of so many presets with a tag the templates are found. */
const MOST_PRESETS = 200;

/**
 * What a search for templates finds: those with `q` in their name, then those with it in a keyword or its synonyms, then
 * those with it in a tag of a preset that is offered. Database round trips: 1; none without `q`.
 */
export const templateSearch = async (q: string | undefined): Promise<Parts> => {
  if (normalForm(q ?? '') === '') return [{}];
  const [pair, found, tagged] = await Promise.all([
    rarestPair(templates, q),
    keywordsWith(q!),
    presets.find(
      { ...holds('tags', q), status: 'enabled', needsReview: false },
      { limit: MOST_PRESETS, fields: ['templateId'] },
    ),
  ]);
  const parts = partsOf(['name'], q, pair);
  const unnamed = lacks('name', q!);
  const words = idsOf(found);
  if (words.length > 0) parts.push({ ...unnamed, keywordIds: anyOf(words) });
  const ids = [...new Set(tagged.map(({ templateId }) => templateId))];
  if (ids.length > 0)
    parts.push({
      ...unnamed,
      ...(words.length > 0 && { keywordIds: _.nin(words) }),
      _id: _.in(ids),
    });
  return parts;
};

const keywordsWith = async (q: string): Promise<Pick<Keyword, '_id'>[]> => {
  const parts = await Promise.all(
    partsOf(['word', 'aliases'], q).map(part =>
      keywords.find(
        { ...searchedKeywords, ...part },
        { sort: [['weight', 'desc']], limit: MOST_KEYWORDS, fields: ['_id'] },
      ),
    ),
  );
  return parts.flat().slice(0, MOST_KEYWORDS);
};

/** One value is an equality, so that an index also provides the order. */
const anyOf = (ids: string[]) => (ids.length === 1 ? ids[0] : _.in(ids));

/**
 * Which of these keywords a visitor finds a template by. Database round trips: 1, or 3 where a keyword finds nothing by
 * itself.
 */
export const findingTemplates = async (
  words: Pick<Keyword, '_id' | 'word'>[],
): Promise<Set<string>> => {
  const online = (query: Query) => ({ query: { ...query, status: 'online' }, most: 0 });
  if (words.length === 0) return new Set();
  const counts = await templates.counts(
    Object.fromEntries(
      words.flatMap(({ _id, word }) => [
        [`${_id} tag`, online({ keywordIds: _id })],
        [`${_id} name`, online(holds('name', word))],
      ]),
    ),
  );
  const bySynonym = async ({ word }: { word: string }) => {
    const parts = await templateSearch(word);
    const found = await Promise.all(
      parts.map(part => templates.count({ ...part, status: 'online' }, 0)),
    );
    return found.some(count => count > 0);
  };
  const found = await Promise.all(
    words.map(
      async one =>
        (counts[`${one._id} tag`]! + counts[`${one._id} name`]! > 0 || (await bySynonym(one))) &&
        one._id,
    ),
  );
  return new Set(found.filter(id => id !== false));
};
