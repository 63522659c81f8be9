import { feedbackActions, feedbackEntity, type FeedbackStatus } from '#contract/feedback.ts';
import { withoutContacts } from '#contract/personal.ts';
import { feedbackSentences } from '#contract/sentences/feedback.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { type AdminContext, defineFunction, onRecord } from '../_shared/base/dispatcher.ts';
import { conflict, stateNotAllowed } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { ownedBy } from '../_shared/messages/letters.ts';
import { feedback, type StoredFeedback } from '../_shared/users/feedback.ts';
import { searchWithUser } from '../_shared/users/userSearch.ts';
import { replyToFeedback, writeToUser } from './replies.ts';

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
