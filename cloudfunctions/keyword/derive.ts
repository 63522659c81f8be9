import { type Keyword, normaliseWord } from '#contract/keyword.ts';
import { gramsOf } from '../_shared/base/search.ts';

/** Fields derived from a word: its unique normal form, and its search terms. */
export const derive = ({ word }: Partial<Keyword>): { norm?: string; grams?: string[] } =>
  word === undefined ? {} : { norm: normaliseWord(word), grams: gramsOf(word) };
