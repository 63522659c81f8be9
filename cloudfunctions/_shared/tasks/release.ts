import { cancel } from '../runningHub/client.ts';
import { RunningHubError } from '../runningHub/protocol.ts';
import { apiKeys, withKey } from './keys.ts';
import { claim, write } from './lease.ts';
import { afterSilence } from './rhythm.ts';
import { type StoredTask, withoutSlot } from './tasks.ts';

/** Unanswered requests to stop after which the slot counts as free. */
const MOST_SILENCES = 6;

/** @returns whether the provider has heard it */
const stop = async (task: StoredTask): Promise<boolean> => {
  const key = task.rhTaskId ? await apiKeys.get(task.apiKeyId) : null;
  if (!key) return true;
  try {
    await withKey(key, access => cancel(access, task.rhTaskId));
    return true;
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    return error.failure !== 'unreachable';
  }
};

/** A task that has ended here while the provider works on it: it is told to stop, and its slot is free. */
export const release = async (found: StoredTask): Promise<void> => {
  const task = await claim(found);
  if (!task) return;
  const silent = task.silent + 1;
  const isHeard = await stop(task);
  if (isHeard || silent >= MOST_SILENCES)
    return void (await write(task, { ...withoutSlot(task._id), nextPollTime: 0 }));
  await write(task, { silent, nextPollTime: Date.now() + afterSilence(silent) });
};
