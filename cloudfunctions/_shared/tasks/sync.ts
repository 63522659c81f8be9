import { codes } from '#contract/envelope.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { syncableTaskStatuses } from '#contract/task.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError, stateNotAllowed } from '../base/errors.ts';
import { type Outcome, outcomeOf } from '../runningHub/client.ts';
import { RunningHubError } from '../runningHub/protocol.ts';
import { logUser } from '../users/userLog.ts';
import { endTask } from './end.ts';
import { apiKeys, withKey } from './keys.ts';
import { saveResults } from './save.ts';
import { type StoredTask, tasks } from './tasks.ts';
import { countUsage } from './usage.ts';

const askAgainAfterMs = 10_000;

const ask = async (task: StoredTask): Promise<Outcome> => {
  const key = await apiKeys.get(task.apiKeyId);
  if (!key) throw stateNotAllowed(taskSentences.keyGone);
  try {
    return await withKey(key, access => outcomeOf(access, task.rhTaskId));
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    throw new ActionError(codes.thirdParty);
  }
};

/**
 * Asks the provider about a task and acts on the answer. Concurrent calls have effect once: each step leaves a state by
 * compare-and-set, and a result is copied to the same path.
 * @throws 40902 for a task the provider does not have, 50201 when it does not answer
 */
export const syncTask = async (task: StoredTask, actor: Actor): Promise<StoredTask> => {
  if (!syncableTaskStatuses.includes(task.status) || !task.rhTaskId)
    throw stateNotAllowed(taskSentences.notRunning);
  const outcome = await ask(task);
  if (outcome.state === 'failed')
    return endTask(task, { status: 'failed', errorCode: 'GENERATION_FAILED' }, actor);
  if (outcome.state === 'gone')
    return endTask(task, { status: 'failed', errorCode: 'NOT_FOUND' }, actor);
  if (outcome.state !== 'done') {
    const seen = { nextPollTime: Date.now() + askAgainAfterMs };
    return (await tasks.compareAndSet(task._id, { status: task.status }, seen)) ?? task;
  }
  return finish(task, outcome.results, actor);
};

const finish = async (
  task: StoredTask,
  results: Extract<Outcome, { state: 'done' }>['results'],
  actor: Actor,
): Promise<StoredTask> => {
  const saving =
    task.status === 'saving'
      ? task
      : await tasks.compareAndSet(task._id, { status: 'running' }, { status: 'saving' });
  if (!saving) return tasks.require(task._id);
  const outputs = await saveResults(saving, results);
  if (outputs.length === 0)
    return endTask(task, { status: 'failed', errorCode: 'SAVE_FAILED' }, actor);
  const done = await tasks.compareAndSet(
    task._id,
    { status: 'saving' },
    {
      status: 'succeeded',
      progress: 100,
      outputs,
      coins: results.reduce((sum, { coins }) => sum + coins, 0),
      costSec: Math.max(0, ...results.map(({ seconds }) => seconds)),
      finishTime: Date.now(),
      nextPollTime: 0,
    },
  );
  if (!done) return tasks.require(task._id);
  await Promise.all([
    countUsage(done),
    logUser(
      { _id: done.userId, openid: done.openid },
      { type: 'task', title: taskSentences.succeeded, refType: 'task', refId: done._id },
    ),
  ]);
  return done;
};
