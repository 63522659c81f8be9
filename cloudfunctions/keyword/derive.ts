import { type Keyword, normaliseWord } from '#contract/keyword.ts';
import { gramsOf } from '../_shared/base/search.ts';

/** What follows from a word: its one normal spelling, which is unique, and what the search looks into. */
export const derive = ({ word }: Partial<Keyword>): { norm?: string; grams?: string[] } =>
  word === undefined ? {} : { norm: normaliseWord(word), grams: gramsOf(word) };
