import { cancel } from '../runningHub/client.ts';
import { RunningHubError } from '../runningHub/protocol.ts';
import { apiKeys, withKey } from './keys.ts';
import { claim, write } from './lease.ts';
import { afterSilence } from './rhythm.ts';
import { type StoredTask, withoutSlot } from './tasks.ts';

/** Nothing was done, and it may be asked again. */
const deaf: RunningHubError['failure'][] = ['unreachable', 'busy', 'outage', 'unknown'];

/** Unanswered requests to stop after which the slot counts as free. */
const MOST_SILENCES = 6;

/**
 * What the provider says to the request to stop: `unknown` where no key of ours knows the task, `silent` also
 * where it takes no requests for now.
 */
type Heard = 'stopped' | 'unknown' | 'silent';

const stop = async (task: StoredTask): Promise<Heard> => {
  const key = task.rhTaskId ? await apiKeys.get(task.apiKeyId) : null;
  if (!key) return 'unknown';
  try {
    await withKey(key, access => cancel(access, task.rhTaskId), { isLast: true });
    return 'stopped';
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    if (deaf.includes(error.failure)) return 'silent';
    return error.failure === 'gone' || error.failure === 'key' ? 'unknown' : 'stopped';
  }
};

/**
 * A task that has ended here while the provider works on it: it is asked to stop, and its slot is free. Where it cannot
 * be asked, it may charge for the task.
 */
export const release = async (found: StoredTask): Promise<void> => {
  const task = await claim(found);
  if (!task) return;
  const silent = task.silent + 1;
  const heard = await stop(task);
  if (heard === 'silent' && silent < MOST_SILENCES)
    return void (await write(task, { silent, nextPollTime: Date.now() + afterSilence(silent) }));
  await write(task, {
    ...withoutSlot(task._id),
    nextPollTime: 0,
    ...(heard !== 'stopped' && { maybeCharged: true }),
  });
};
