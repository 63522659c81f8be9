import { moderationLabel } from '#contract/sentences/moderation.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { HOUR_MS } from '#contract/shanghai.ts';
import type { ReviewReason } from '#contract/task.ts';
import type { Actor } from '../base/actor.ts';
import { report } from '../base/log.ts';
import type { Settings } from '../base/settings.ts';
import { addressesAnywhere } from '../base/storage.ts';
import { type Judgement, moderateImageAt } from '../moderation/client.ts';
import { moderationIn } from '../moderation/settings.ts';
import { endTask, fail } from './end.ts';
import { claim, write } from './lease.ts';
import { keepLonger } from './results.ts';
import { afterSilence } from './rhythm.ts';
import { moved, type StoredTask } from './tasks.ts';

type Moderation = Settings<'system'>['moderation'];

/** A storage that does not answer counts as a moderation that does not. */
const lookAt = async (filePath: string, bizType: string): Promise<Judgement> => {
  try {
    const address = (await addressesAnywhere([filePath])).get(filePath);
    if (address) return await moderateImageAt(address.url, bizType);
  } catch (error) {
    report('no address of a result', error);
  }
  return { verdict: 'silent', label: '' };
};

/** The task waits on, or ends when it has waited long enough. Its pictures are kept until then. */
const wait = async (
  task: StoredTask,
  reason: ReviewReason,
  label: string,
  { reviewHours, silentHours }: Moderation,
  by: Actor,
): Promise<StoredTask | null> => {
  const now = Date.now();
  const hours = reason === 'doubtful' ? reviewHours : silentHours;
  const known = task.inReview && task.review?.reason === reason ? task.review : null;
  const review = known ?? { reason, label, since: now, until: now + hours * HOUR_MS };
  if (now >= review.until) {
    const ending = { status: 'timeout', errorCode: 'REVIEW_EXPIRED' } as const;
    return endTask(task, { ...ending, reason: taskSentences.reviewExpired }, by, task);
  }
  const silent = reason === 'unchecked' ? task.silent + 1 : 0;
  const nextPollTime =
    silent > 0 ? Math.min(now + afterSilence(silent), review.until) : review.until;
  if (known) return write(task, { silent, nextPollTime });
  await keepLonger({ ...task, review });
  const sentence =
    reason === 'doubtful'
      ? taskSentences.resultsDoubtful(moderationLabel(label))
      : taskSentences.resultsUnchecked;
  const history = moved(task, 'saving', now, by.name, sentence);
  return write(task, { silent, nextPollTime, inReview: true, review, history });
};

/**
 * Has the moderation look at each stored picture, each answer recorded by itself. A refused one ends the task; doubtful
 * and unchecked ones stay hidden. Administrators judge what they try out by themselves.
 * @param found with a lease
 * @returns the task with the lease where all pictures have passed; otherwise as it is then, null if the lease was lost
 */
export const lookAtResults = async (
  found: StoredTask,
  system: Settings<'system'>,
  by: Actor,
): Promise<{ isPassed: true; task: StoredTask } | { isPassed: false; task: StoredTask | null }> => {
  const moderation = moderationIn(system);
  const isLookedAt = moderation.results && !found.isTrial;
  let task = found;
  const over = (ended: StoredTask | null) => ({ isPassed: false, task: ended }) as const;
  for (const { filePath } of isLookedAt ? task.outputs : []) {
    const looks = task.looks ?? [];
    if (looks.some(look => look.filePath === filePath)) continue;
    const { verdict, label } = await lookAt(filePath, moderation.imageBizType);
    if (verdict === 'silent') return over(await wait(task, 'unchecked', '', moderation, by));
    if (verdict === 'refused') {
      const reason = taskSentences.resultsRefused(moderationLabel(label));
      return over(await fail(task, 'RESULT_REJECTED', by, { reason }));
    }
    const next = await claim(task, { looks: [...looks, { filePath, verdict, label }] });
    if (!next) return over(null);
    task = next;
  }
  const doubt = task.looks?.find(({ verdict }) => verdict === 'doubtful');
  return doubt
    ? over(await wait(task, 'doubtful', doubt.label, moderation, by))
    : { isPassed: true, task };
};
