import { type FeedbackMessage, MOST_FEEDBACK_MESSAGES } from '#contract/feedback.ts';
import type { ActionInput } from '#contract/index.ts';
import { feedbackSentences } from '#contract/sentences/feedback.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import { existing } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { letterTo, ownedBy, tellOfLetter } from '../_shared/messages/letters.ts';
import type { StoredFeedback } from '../_shared/users/feedback.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';

const from = (by: Actor, text: string, time: number): FeedbackMessage => ({
  from: 'support',
  by: by.name,
  text,
  time,
});

/** @throws 40902 for a user who has deleted the account */
const reader = async (transaction: Transaction, userId: string): Promise<StoredUser> => {
  const user = await transaction.get<StoredUser>('users', userId);
  if (!user || user.status === 'deleted') throw stateNotAllowed(feedbackSentences.userGone);
  return user;
};

export const replyToFeedback = async (
  { id, text, rev }: ActionInput<'adminFeedback', 'replyToFeedback'>,
  context: AdminContext,
): Promise<StoredFeedback> => {
  const by = await actorOf(context);
  return inTransaction(async transaction => {
    const before = await transaction.require<StoredFeedback>('feedback', id);
    const { messages = [] } = before;
    const last = messages.at(-1);
    if (last?.from === 'support' && last.by === by.name && last.text === text) return before;
    existing(before, rev);
    if (messages.length >= MOST_FEEDBACK_MESSAGES) throw stateNotAllowed(feedbackSentences.tooLong);
    await reader(transaction, before.userId);
    const { now } = transaction;
    const patch = {
      ...ownedBy(by, now),
      messages: [...messages, from(by, text, now)],
      isUnread: true,
    };
    const entry = { by, resource: 'feedback', before: null, after: { messages: text } };
    const written = await transaction.change('feedback', before, patch, entry);
    await tellOfLetter(transaction, written, feedbackSentences.answered, `${id}_${written.rev}`);
    return written;
  });
};

export const writeToUser = async (
  request: ActionInput<'adminFeedback', 'writeToUser'>,
  context: AdminContext,
): Promise<StoredFeedback> => {
  const { userId, text, idemKey } = request;
  const by = await actorOf(context);
  const _id = `fb_${idFromKey(idemKey, ['letter', by.admin?._id ?? '', userId])}`;
  return inTransaction(async transaction => {
    const first = await transaction.get<StoredFeedback>('feedback', _id);
    if (first) return madeBefore(first, request);
    const user = await reader(transaction, userId);
    return letterTo(transaction, user, { ...intended(request), _id, text }, by);
  });
};
