import { feedbackEntity } from '#contract/feedback.ts';
import { feedbackSentences } from '#contract/sentences/feedback.ts';
import type { Actor } from '../base/actor.ts';
import type { Transaction } from '../base/transaction.ts';
import { newReceipt, type StoredFeedback } from '../users/feedback.ts';
import type { StoredUser } from '../users/ledger.ts';
import { notifyUser } from './outbox.ts';

/** Who takes a feedback on. */
export const ownedBy = (by: Actor, now: number) => ({
  ownerId: by.admin?._id ?? '',
  ownerName: by.name,
  ownedTime: now,
});

export const notifyOfLetter = (
  transaction: Transaction,
  { _id, userId, openid }: StoredFeedback,
  text: string,
  key: string,
) =>
  notifyUser(transaction, {
    event: 'service',
    key,
    user: { _id: userId, openid },
    subjects: [`feedback/${_id}`],
    values: { text },
  });

/** Begins a conversation: it is on the user's page, and announced in the mini-program. */
export const letterTo = async (
  transaction: Transaction,
  { _id: userId, openid }: Pick<StoredUser, '_id' | 'openid'>,
  letter: Partial<StoredFeedback> & { _id: string; text: string; intent?: string },
  by: Actor,
): Promise<StoredFeedback> => {
  const { now } = transaction;
  const row = {
    ...feedbackEntity.blank(),
    ...ownedBy(by, now),
    userId,
    openid,
    topic: 'support' as const,
    ...newReceipt(now),
    answerBy: null,
    status: 'handled' as const,
    handledBy: by.name,
    handledTime: now,
    isUnread: true,
    ...letter,
  };
  const entry = { by, resource: 'feedback' };
  const written = await transaction.insert<StoredFeedback>('feedback', row as never, entry);
  await notifyOfLetter(transaction, written, feedbackSentences.written, letter._id);
  return written;
};
