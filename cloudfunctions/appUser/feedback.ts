import { feedbackEntity, MOST_FEEDBACK_MESSAGES } from '#contract/feedback.ts';
import type { ActionInput } from '#contract/index.ts';
import { feedbackSentences } from '#contract/sentences/feedback.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { countAll, withCounters } from '../_shared/base/attempts.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { templates } from '../_shared/templates/records.ts';
import { feedback, newReceipt, type StoredFeedback, termOf } from '../_shared/users/feedback.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { limitOf } from '../_shared/users/networkLimits.ts';
import { logUser } from '../_shared/users/userLog.ts';
import { openidOf, visitorSeen, visitorUser } from '../_shared/users/visitorUser.ts';

/** Counts towards the limits of the visitor and of the whole network. */
const feedbackLimits = (context: CallContext) => {
  const { FEEDBACK_PER_DAY, FEEDBACK_PER_ADDRESS } = environment;
  return withCounters([
    [...limitOf(context, 'feedback', FEEDBACK_PER_ADDRESS), DAY_MS],
    [`feedback ${openidOf(context)}`, FEEDBACK_PER_DAY, DAY_MS],
  ]);
};

export const sendFeedback = async (
  wish: ActionInput<'appUser', 'sendFeedback'>,
  context: CallContext,
): Promise<StoredFeedback> => {
  const { taskId, templateId } = wish;
  const [seen, limits, task, template, { complaints }] = await Promise.all([
    visitorSeen(context),
    feedbackLimits(context),
    taskId ? tasks.get(taskId) : null,
    templateId ? templates.get(templateId) : null,
    settingsOf('compliance'),
  ]);
  if (taskId && task?.userId !== (seen._id || null))
    throw invalid({ taskId: userSentences.feedbackTaskGone });
  const takeBack = await countAll(limits);
  let isStored = false;
  try {
    const user = await visitorUser(context, seen);
    const _id = `fb_${idFromKey(wish.idemKey, ['feedback', user._id])}`;
    const about = {
      taskId: task?._id ?? '',
      templateId: task?.templateId ?? template?._id ?? '',
      templateName: task?.templateSnap.name ?? template?.name ?? '',
      ...termOf(complaints, Date.now()),
    };
    const stored = await store(_id, user, wish, about);
    isStored = stored !== null;
    if (!stored) return madeBefore(await feedback.require(_id), wish);
    const log = { refType: 'feedback', refId: _id, ip: context.ip };
    await logUser(user, { type: 'complaint', title: feedbackSentences.received, ...log });
    return stored;
  } finally {
    if (!isStored) await takeBack();
  }
};

/** @returns null where it is there already */
const store = (
  _id: string,
  { _id: userId, openid }: StoredUser,
  wish: ActionInput<'appUser', 'sendFeedback'>,
  about: Partial<StoredFeedback>,
): Promise<StoredFeedback | null> => {
  const { topic, text, contact = '' } = wish;
  const row = {
    ...feedbackEntity.blank(),
    userId,
    openid,
    topic,
    text,
    contact,
    ...about,
    ...newReceipt(Date.now()),
    status: 'open' as const,
    ...intended(wish),
  };
  return feedback.insertUnlessThere(row, _id);
};

/** @throws 40400 also for another visitor's */
const own = async (id: string, context: CallContext): Promise<StoredFeedback> => {
  const [found, { _id: userId }] = await Promise.all([feedback.get(id), visitorSeen(context)]);
  if (!found || userId === '' || found.userId !== userId) throw notFound();
  return found;
};

/** What support has written counts as read; a version of its own would make an administrator's reply conflict. */
export const openFeedback = async (id: string, context: CallContext): Promise<StoredFeedback> => {
  const found = await own(id, context);
  if (found.isUnread) await feedback.noteWhile(id, { rev: found.rev }, { isUnread: false });
  return { ...found, isUnread: false };
};

/** The visitor goes on with it; a repeated call adds nothing. */
export const answerFeedback = async (
  { id, text }: ActionInput<'appUser', 'answerFeedback'>,
  context: CallContext,
): Promise<StoredFeedback> => {
  const [limits, , { complaints }] = await Promise.all([
    feedbackLimits(context),
    own(id, context),
    settingsOf('compliance'),
  ]);
  const takeBack = await countAll(limits);
  let isAdded = false;
  try {
    return await inTransaction(async transaction => {
      isAdded = false;
      const before = await transaction.require<StoredFeedback>('feedback', id);
      const { messages = [] } = before;
      const last = messages.at(-1);
      if (last?.from === 'user' && last.text === text) return before;
      if (messages.length >= MOST_FEEDBACK_MESSAGES)
        throw stateNotAllowed(feedbackSentences.tooLong);
      const message = { from: 'user' as const, by: '', text, time: transaction.now };
      const patch = {
        messages: [...messages, message],
        isUnread: false,
        // It asks for an answer again, within a term of its own.
        ...(before.status === 'handled' && {
          status: 'open' as const,
          handledTime: null,
          ...termOf(complaints, transaction.now),
        }),
      };
      isAdded = true;
      return transaction.change('feedback', before, patch);
    });
  } finally {
    if (!isAdded) await takeBack();
  }
};
