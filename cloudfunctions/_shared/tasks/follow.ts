import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { type Outcome, outcomeOf } from '../runningHub/client.ts';
import { RunningHubError } from '../runningHub/protocol.ts';
import { endTask, fail, failMade } from './end.ts';
import { noteAnswer, noteFailure } from './keyHealth.ts';
import { apiKeys, EarlierKeySilent, type StoredApiKey, withKey } from './keys.ts';
import { claim, write } from './lease.ts';
import { afterSilence, nextQuestionIn } from './rhythm.ts';
import { moved, type StoredTask, withoutSlot } from './tasks.ts';

const timedOut = (task: StoredTask, by: Actor, more: { maybeCharged?: true } = {}) =>
  endTask(task, { status: 'timeout', errorCode: 'TIMEOUT', ...more }, by, task);

const isOver = ({ deadline }: StoredTask) => Date.now() >= (deadline ?? Infinity);

/** The provider's answer, `gone` where no key of ours knows the task; null where there is none, whose time is noted. */
const ask = async (
  task: StoredTask,
  key: StoredApiKey | null,
  by: Actor,
): Promise<Outcome | { state: 'gone' } | null> => {
  if (!key) return { state: 'gone' };
  try {
    const outcome = await withKey(key, access => outcomeOf(access, task.rhTaskId));
    await noteAnswer(key);
    return outcome;
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    if (error.failure === 'gone') return { state: 'gone' };
    if (!(error instanceof EarlierKeySilent)) await noteFailure(key, error, by);
    if (isOver(task)) {
      await timedOut(task, by, { maybeCharged: true });
      return null;
    }
    const silent = task.silent + 1;
    await write(task, { silent, nextPollTime: Date.now() + afterSilence(silent) });
    return null;
  }
};

/**
 * Asks the provider how far a task is, and acts on the answer. What is done is fetched in a step of its own.
 * @param known its key as it was read before; the caller does that step, so the task keeps its lease
 * @returns the task as it is then; null if another caller is at it, or there was no answer
 */
export const follow = async (
  found: StoredTask,
  quickMs: number,
  by: Actor,
  known?: StoredApiKey,
): Promise<StoredTask | null> => {
  const [task, key] = await Promise.all([claim(found), known ?? apiKeys.get(found.apiKeyId)]);
  if (!task) return null;
  const outcome = await ask(task, key, by);
  if (!outcome) return null;
  const now = Date.now();
  if (outcome.state === 'failed') {
    const ending = { errorRaw: outcome.why, isOverThere: true };
    return outcome.isRejected
      ? fail(task, 'CONTENT_REJECTED', by, ending)
      : failMade(task, 'GENERATION_FAILED', by, ending);
  }
  // It was accepted; what became of it nobody can say any more.
  if (outcome.state === 'gone') return fail(task, 'NOT_FOUND', by, { maybeCharged: true });
  if (outcome.state !== 'done') {
    if (isOver(task)) return timedOut(task, by);
    const polls = task.polls + 1;
    const since = now - (task.submitTime ?? now);
    return write(task, {
      polls,
      silent: 0,
      nextPollTime: now + nextQuestionIn(polls, since, quickMs),
    });
  }
  const { results } = outcome;
  return (known ? claim : write)(task, {
    status: 'saving',
    ...withoutSlot(task._id),
    silent: 0,
    results: results.map(result => ({ ...result, state: 'waiting', tries: 0 })),
    coins: results.reduce((sum, { coins }) => sum + coins, 0),
    costSec: Math.max(0, ...results.map(({ seconds }) => seconds)),
    nextPollTime: now,
    history: moved(task, 'saving', now, by.name, taskSentences.resultsFound(results.length)),
  });
};
