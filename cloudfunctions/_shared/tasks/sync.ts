import { codes } from '#contract/envelope.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { syncableTaskStatuses } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError, stateNotAllowed } from '../base/errors.ts';
import { settingsOf } from '../base/settings.ts';
import { follow } from './follow.ts';
import { keepResults } from './keepResults.ts';
import { apiKeys } from './keys.ts';
import { type StoredTask, tasks } from './tasks.ts';

/**
 * Asks the provider about a task now, and acts on the answer as the engine does. Concurrent calls have effect once: each
 * step needs the lease.
 * @throws 40902 for a task the provider does not have, 50201 when it does not answer
 */
export const syncTask = async (task: StoredTask, actor: Actor): Promise<StoredTask> => {
  if (!syncableTaskStatuses.includes(task.status) || !task.rhTaskId)
    throw stateNotAllowed(taskSentences.notRunning);
  let found = task;
  if (task.status === 'running') {
    if (!(await apiKeys.get(task.apiKeyId))) throw stateNotAllowed(taskSentences.keyGone);
    const { pollMs } = (await settingsOf('system')).task;
    found = (await follow(task, pollMs, actor)) ?? (await tasks.require(task._id));
    if (found.silent > task.silent) throw new ActionError(codes.thirdParty);
  }
  if (found.status !== 'saving') return found;
  return (await keepResults(found, actor)) ?? tasks.require(task._id);
};
