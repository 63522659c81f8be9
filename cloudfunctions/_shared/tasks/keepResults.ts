import { moderationLabel } from '#contract/sentences/moderation.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { HOUR_MS } from '#contract/shanghai.ts';
import type { ReviewReason } from '#contract/task.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { report } from '../base/log.ts';
import type { Settings } from '../base/settings.ts';
import { addressesAnywhere } from '../base/storage.ts';
import { type Judgement, moderateImageAt } from '../moderation/client.ts';
import { moderationIn } from '../moderation/settings.ts';
import { ResultRefused } from '../runningHub/download.ts';
import { endTask, fail, failMade } from './end.ts';
import type { EngineSettings } from './engineSettings.ts';
import { claim, write } from './lease.ts';
import { dropPicture, keepLonger } from './results.ts';
import { afterSilence } from './rhythm.ts';
import { saveResult } from './save.ts';
import { succeed } from './succeed.ts';
import { type FoundResult, type StoredTask, tasks, moved } from './tasks.ts';

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
const lookAtResults = async (
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

/** Attempts to fetch a result; the provider keeps it for a day. */
const MOST_TRIES = 6;

const tried = (result: FoundResult, error: unknown): FoundResult => {
  const tries = result.tries + 1;
  const isOver = error instanceof ResultRefused || tries >= MOST_TRIES;
  return { ...result, tries, state: isOver ? 'refused' : 'waiting' };
};

/** The lease was lost: its holder may be storing the same picture, unless the task has ended. */
const dropUnlessNamed = async (id: string, filePath: string): Promise<void> => {
  const task = await tasks.get(id);
  if (task && isActiveTask(task.status)) return;
  if (task?.outputs.some(output => output.filePath === filePath)) return;
  await dropPicture(filePath);
};

/**
 * Stores what the provider made, one result after another, each recorded by itself, so that after an interruption the
 * work goes on with the next. Some pictures of several are better than none. Then they are moderated.
 * @param isHeld with a lease
 */
export const keepResults = async (
  found: StoredTask,
  { system, producer }: EngineSettings,
  by: Actor,
  isHeld = false,
): Promise<StoredTask | null> => {
  let task = isHeld ? found : await claim(found);
  if (!task) return null;
  for (const [at, result] of task.results.entries()) {
    if (result.state !== 'waiting') continue;
    let now: FoundResult = { ...result, state: 'saved' };
    let outputs = task.outputs;
    let stored = '';
    try {
      const output = await saveResult(task, result, at, producer);
      stored = output.filePath;
      outputs = [...outputs, output];
    } catch (error) {
      report('result not saved', error, task._id);
      now = tried(result, error);
    }
    const results = task.results.map((one, index) => (index === at ? now : one));
    const { _id } = task;
    task = await claim(task, { results, outputs });
    if (!task) {
      if (stored) await dropUnlessNamed(_id, stored);
      return null;
    }
  }
  const waiting = task.results.filter(({ state }) => state === 'waiting');
  if (waiting.length > 0) {
    const tries = Math.max(...waiting.map(result => result.tries));
    return write(task, { nextPollTime: Date.now() + afterSilence(tries) });
  }
  if (task.outputs.length === 0)
    return (task.results.length === 0 ? failMade : fail)(task, 'SAVE_FAILED', by);
  const looked = await lookAtResults(task, system, by);
  return looked.isPassed ? succeed(looked.task, by) : looked.task;
};
