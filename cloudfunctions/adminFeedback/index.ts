import {
  feedbackActions,
  feedbackEntity,
  type FeedbackMessage,
  type FeedbackStatus,
  MOST_FEEDBACK_MESSAGES,
} from '#contract/feedback.ts';
import type { ActionInput } from '#contract/index.ts';
import { withoutContacts } from '#contract/personal.ts';
import { feedbackSentences, newlyReturned, type Returned } from '#contract/sentences/feedback.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { changeRecord, existing } from '../_shared/base/changeRecord.ts';
import { type AdminContext, defineFunction, onRecord } from '../_shared/base/dispatcher.ts';
import { conflict, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { listOf } from '../_shared/base/listing.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { letterTo, ownedBy, notifyOfLetter } from '../_shared/messages/letters.ts';
import { orders } from '../_shared/orders/orders.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { accepted, feedback, type StoredFeedback, termOf } from '../_shared/users/feedback.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { searchWithUser } from '../_shared/users/userSearch.ts';

const from = (by: Actor, text: string, time: number): FeedbackMessage => ({
  from: 'support',
  by: by.name,
  text,
  time,
});

/** What the user has got back for the work that it is about, and for its order, by now. */
const returnedFor = async ({ taskId }: StoredFeedback): Promise<Returned> => {
  const nothing = { credits: 0, refundedFen: 0, refundingFen: 0, askedFen: 0 };
  const task = taskId ? await tasks.get(taskId) : null;
  if (!task) return nothing;
  const credits = task.isRefunded ? task.held.paid + task.held.gift : 0;
  const order = task.orderId ? await orders.get(task.orderId) : null;
  if (!order) return { ...nothing, credits };
  const asked = order.refundingFen > 0 ? await refunds.find({ orderId: order._id }) : [];
  const askedFen = asked
    .filter(({ approval }) => approval === 'waiting')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
  const { refundedFen, refundingFen } = order;
  return { credits, refundedFen, refundingFen: refundingFen - askedFen, askedFen };
};

/** @throws 40902 for a user who has deleted the account */
const reader = async (transaction: Transaction, userId: string): Promise<StoredUser> => {
  const user = await transaction.get<StoredUser>('users', userId);
  if (!user || user.status === 'deleted') throw stateNotAllowed(feedbackSentences.userGone);
  return user;
};

const replyToFeedback = async (
  { id, text, handle = false, rev }: ActionInput<'adminFeedback', 'replyToFeedback'>,
  context: AdminContext,
  seen: StoredFeedback,
): Promise<StoredFeedback> => {
  const [by, returned] = await Promise.all([actorOf(context), returnedFor(seen)]);
  return inTransaction(async transaction => {
    const before = await transaction.require<StoredFeedback>('feedback', id);
    const { messages = [] } = before;
    const last = messages.at(-1);
    const isSaid = last?.from === 'support' && last.by === by.name;
    const settles = handle && before.status === 'open';
    if (isSaid && `${last.text}\n`.startsWith(`${text}\n`) && !settles) return before;
    existing(before, rev);
    if (messages.length >= MOST_FEEDBACK_MESSAGES) throw stateNotAllowed(feedbackSentences.tooLong);
    await reader(transaction, before.userId);
    const { now } = transaction;
    const more = newlyReturned(returned, before.returned);
    const said = more ? `${text}\n${more}` : text;
    const patch = {
      ...ownedBy(by, now),
      ...accepted(before, now),
      messages: [...messages, from(by, said, now)],
      isUnread: true,
      returned,
      ...(settles && {
        status: 'handled' as const,
        reply: feedbackSentences.repliedAndHandled,
        handledBy: by.name,
        handledTime: now,
      }),
    };
    const entry = {
      by,
      resource: 'feedback',
      before: null,
      after: { messages: said, ...(settles && { status: 'handled', returned }) },
    };
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
  replyToFeedback: onRecord(feedback, replyToFeedback),

  getQuickReplies: async ({ topic }) => {
    const { quickReplies } = await settingsOf('general');
    return { list: [...quickReplies[topic], ...quickReplies.any] };
  },
  writeToUser,

  getFeedbacks: request => list(request),

  getFeedbackById: ({ id }) => feedback.require(id),

  handleFeedback: onRecord(feedback, async ({ reply, rev }, context, before) => {
    const handledBy = (await actorOf(context)).name;
    const returned = await returnedFor(before);
    const now = Date.now();
    const patch = { reply, returned, handledBy, handledTime: now, ...accepted(before, now) };
    return move(before, 'handled', patch, context, rev);
  }),

  acceptFeedback: onRecord(feedback, async ({ rev }, context, before) => {
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    const { status, acceptedTime } = before;
    if (status !== 'open') throw stateNotAllowed(feedbackSentences.handledAlready);
    if (acceptedTime !== null) throw stateNotAllowed(feedbackSentences.acceptedAlready);
    const entry = { by: await actorOf(context), resource: 'feedback' };
    const guard = { status, rev: before.rev };
    const patch = accepted(before, Date.now());
    return (
      (await changeRecord(feedback, before, guard, patch, entry)) ?? feedback.missed(before._id)
    );
  }),

  /** Answered only after the audit row is stored. */
  revealContact: onRecord(feedback, async ({ id, reason }, context, found) => {
    const { contact, text, messages = [] } = found;
    await audit({ by: await actorOf(context), resource: 'feedback', resourceId: id, reason });
    const all = [text, ...messages.map(message => message.text)];
    return { _id: id, contact, texts: all.filter(one => withoutContacts(one) !== one) };
  }),

  reopenFeedback: onRecord(feedback, async ({ rev }, context, before) => {
    const { complaints } = await settingsOf('compliance');
    const term = termOf(complaints, Date.now());
    return move(before, 'open', { handledBy: '', handledTime: null, ...term }, context, rev);
  }),
});
