import type { Keyword } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { gramsOf } from '../_shared/base/search.ts';

/** Fields derived from a word: its unique normal form, and its search terms. */
export const derive = ({ word }: Partial<Keyword>): { norm?: string; grams?: string[] } =>
  word === undefined ? {} : { norm: normalForm(word), grams: gramsOf(word) };
