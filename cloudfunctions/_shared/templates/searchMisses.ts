import type { SearchMiss } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { readSearch } from '#contract/search.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { hashOf } from '../base/ids.ts';
import { report } from '../base/log.ts';
import { addAttempts } from '../base/rateLimit.ts';
import { repository, type Stored } from '../base/repository.ts';
import { gramsOf } from '../base/searchTerms.ts';
import { keywords } from './records.ts';
import { searchedKeywords } from './search.ts';

const KEPT_MS = 90 * DAY_MS;
/** What cannot become a synonym is not kept. */
const LENGTHS = { min: 2, max: 20 };
/** Searches that are new, of all visitors together: calls that are made up fill no collection. */
const MOST_NEW_A_DAY = 1_000;
const MOST_CANDIDATES = 500;

interface StoredMiss extends Stored, Omit<SearchMiss, keyof Stored | 'suggestion'> {
  expireTime: number;
}

export const searchMisses = repository<StoredMiss>('searchMisses');

/** Counts a search that found nothing. Numbers and the like, which may be of a person, are left out. Never throws. */
export const noteMiss = async (q: string): Promise<void> => {
  const norm = normalForm(q);
  const { length } = [...norm];
  if (length < LENGTHS.min || length > LENGTHS.max || readSearch(q).kind !== 'words') return;
  try {
    const lastTime = Date.now();
    const seen = { q: q.trim(), lastTime, expireTime: lastTime + KEPT_MS };
    const id = hashOf(['search miss', norm], 24);
    const again = () => searchMisses.compareAndSet(id, {}, { ...seen, count: _.inc(1) });
    if (await again()) return;
    if ((await addAttempts('new search misses', DAY_MS)) > MOST_NEW_A_DAY) return;
    if (!(await searchMisses.insertUnlessThere({ ...seen, count: 1 }, id))) await again();
  } catch (error) {
    report('search not counted', error);
  }
};

/** With the keyword that has most pairs of characters in common with each. Database round trips: 1. */
export const withSuggestions = async (misses: SearchMiss[]): Promise<SearchMiss[]> => {
  const pairsOf = (...texts: string[]) => gramsOf(...texts).filter(gram => [...gram].length > 1);
  // A damaged row may hold anything.
  const wantedBy = ({ q }: SearchMiss) => (typeof q === 'string' ? pairsOf(q) : []);
  const pairs = [...new Set(misses.flatMap(wantedBy))];
  if (pairs.length === 0) return misses;
  const candidates = await keywords.find(
    { ...searchedKeywords, grams: _.in(pairs) },
    { sort: [['weight', 'desc']], limit: MOST_CANDIDATES, fields: ['word', 'aliases'] },
  );
  const known = candidates.map(({ _id, word, aliases }) => ({
    _id,
    word,
    pairs: new Set(pairsOf(word, ...aliases)),
  }));
  return misses.map(miss => {
    const wanted = wantedBy(miss);
    const common = (one: (typeof known)[number]) =>
      wanted.filter(gram => one.pairs.has(gram)).length;
    const best = known.toSorted((a, b) => common(b) - common(a))[0];
    const suggestion = best && common(best) > 0 ? { _id: best._id, word: best.word } : null;
    return { ...miss, suggestion };
  });
};
