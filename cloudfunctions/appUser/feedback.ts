import type { ActionInput } from '#contract/index.ts';
import { feedbackSentences } from '#contract/sentences/feedback.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { countAttempt } from '../_shared/base/attempts.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { invalid, isDuplicate } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { feedback } from '../_shared/users/feedback.ts';
import { logUser } from '../_shared/users/userLog.ts';
import { visitorUser } from '../_shared/users/visitorUser.ts';

export const sendFeedback = async (
  { topic, text, contact = '', taskId, idemKey }: ActionInput<'appUser', 'sendFeedback'>,
  context: CallContext,
): Promise<{ _id: string }> => {
  const [user, task] = await Promise.all([visitorUser(context), taskId ? tasks.get(taskId) : null]);
  if (taskId && task?.userId !== user._id)
    throw invalid({ taskId: userSentences.feedbackTaskGone });
  const _id = `fb_${idFromKey(idemKey, ['feedback', user._id])}`;
  const takeBack = await countAttempt(`feedback ${user._id}`, environment.FEEDBACK_PER_DAY, DAY_MS);
  try {
    await feedback.insert(
      {
        userId: user._id,
        openid: user.openid,
        topic,
        text,
        contact,
        taskId: task?._id ?? '',
        templateId: task?.templateId ?? '',
        templateName: task?.templateSnap.name ?? '',
        status: 'open',
        reply: '',
        handledBy: '',
        handledTime: null,
      },
      _id,
    );
  } catch (error) {
    await takeBack();
    if (isDuplicate(error)) return { _id };
    throw error;
  }
  const about = { refType: 'feedback', refId: _id, ip: context.ip };
  await logUser(user, { type: 'complaint', title: feedbackSentences.received, ...about });
  return { _id };
};
