import { randomInt } from 'node:crypto';
import type { Feedback } from '#contract/feedback.ts';
import { plainNumber } from '#contract/pasted.ts';
import { readSearch } from '#contract/search.ts';
import { momentDigits } from '#contract/shanghai.ts';
import { type Query, repository, type Stored } from '../base/repository.ts';

export type StoredFeedback = Stored & Omit<Feedback, keyof Stored>;

/** `F`, the moment and four random digits. */
export const newReceiptNo = (now: number) =>
  `F${momentDigits(now)}${String(randomInt(10_000)).padStart(4, '0')}`;

export const feedbackSearch = (q: string | undefined): Query => {
  const { value } = readSearch(q);
  return value === '' ? {} : { receiptNo: plainNumber(value) };
};

export const feedback = repository<StoredFeedback>('feedback');
