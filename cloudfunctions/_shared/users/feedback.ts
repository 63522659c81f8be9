import { randomInt } from 'node:crypto';
import type { Feedback } from '#contract/feedback.ts';
import type { LegalSettings } from '#contract/legal.ts';
import { DAY_MS, momentDigits, weekdaysAfter } from '#contract/shanghai.ts';
import { repository, type Stored } from '../base/repository.ts';
import { numberTerms } from '../base/searchTerms.ts';

export type StoredFeedback = Stored & Omit<Feedback, keyof Stored> & { grams?: string[] };

/** `F`, the moment and four random digits. */
const newReceiptNo = (now: number) =>
  `F${momentDigits(now)}${String(randomInt(10_000)).padStart(4, '0')}`;

/** The number of a new conversation, and what finds it. */
export const newReceipt = (now: number) => {
  const receiptNo = newReceiptNo(now);
  return { receiptNo, grams: numberTerms(receiptNo) };
};

/** Until when what was sent, or goes on, at this moment is to be accepted and answered. */
export const termOf = ({ acceptDays, answerDays }: LegalSettings['complaints'], now: number) => ({
  acceptBy: weekdaysAfter(now, acceptDays),
  acceptedTime: null,
  answerBy: now + answerDays * DAY_MS,
});

/** Whoever does something about it has accepted it. */
export const accepted = ({ acceptedTime }: StoredFeedback, now: number) => ({
  acceptedTime: acceptedTime ?? now,
});

export const feedback = repository<StoredFeedback>('feedback');
