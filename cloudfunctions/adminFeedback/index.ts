import {
  feedbackActions,
  feedbackEntity,
  type FeedbackMessage,
  type FeedbackStatus,
  MOST_FEEDBACK_MESSAGES,
} from '#contract/feedback.ts';
import type { ActionInput } from '#contract/index.ts';
import { withoutContacts } from '#contract/personal.ts';
import { feedbackSentences } from '#contract/sentences/feedback.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { changeRecord, existing } from '../_shared/base/changeRecord.ts';
import { type AdminContext, defineFunction, onRecord } from '../_shared/base/dispatcher.ts';
import { conflict, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { listOf } from '../_shared/base/listing.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { letterTo, ownedBy, notifyOfLetter } from '../_shared/messages/letters.ts';
import { feedback, type StoredFeedback } from '../_shared/users/feedback.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { searchWithUser } from '../_shared/users/userSearch.ts';

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

const replyToFeedback = async (
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
    await notifyOfLetter(transaction, written, feedbackSentences.answered, `${id}_${written.rev}`);
    return written;
  });
};

const writeToUser = async (
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

const list = listOf<StoredFeedback>({ ...feedbackEntity, finds: searchWithUser });

const move = async (
  before: StoredFeedback,
  to: FeedbackStatus,
  patch: Partial<StoredFeedback>,
  context: AdminContext,
  rev: number | undefined,
): Promise<StoredFeedback> => {
  if (rev !== undefined && before.rev !== rev) throw conflict(before);
  const { handledAlready, openAlready } = feedbackSentences;
  if (before.status === to) throw stateNotAllowed(to === 'handled' ? handledAlready : openAlready);
  const entry = { by: await actorOf(context), resource: 'feedback' };
  const guard = { status: before.status, ...(rev !== undefined && { rev }) };
  const written = await changeRecord(feedback, before, guard, { ...patch, status: to }, entry);
  return written ?? feedback.missed(before._id);
};

export const main = defineFunction('adminFeedback', feedbackActions, {
  replyToFeedback,
  writeToUser,

  takeFeedback: onRecord(feedback, async ({ rev }, context, before) => {
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    const by = await actorOf(context);
    const patch = ownedBy(by, Date.now());
    const written = await changeRecord(feedback, before, { rev: before.rev }, patch, {
      by,
      resource: 'feedback',
    });
    return written ?? feedback.missed(before._id);
  }),

  getFeedbacks: request => list(request),

  getFeedbackById: ({ id }) => feedback.require(id),

  handleFeedback: onRecord(feedback, async ({ reply, rev }, context, before) => {
    const handledBy = (await actorOf(context)).name;
    const patch = { reply, handledBy, handledTime: Date.now() };
    return move(before, 'handled', patch, context, rev);
  }),

  /** Answered only after the audit row is stored. */
  revealContact: onRecord(feedback, async ({ id, reason }, context, found) => {
    const { contact, text, messages = [] } = found;
    await audit({ by: await actorOf(context), resource: 'feedback', resourceId: id, reason });
    const all = [text, ...messages.map(message => message.text)];
    return { _id: id, contact, texts: all.filter(one => withoutContacts(one) !== one) };
  }),

  reopenFeedback: onRecord(feedback, ({ rev }, context, before) =>
    move(before, 'open', { handledBy: '', handledTime: null }, context, rev),
  ),
});
