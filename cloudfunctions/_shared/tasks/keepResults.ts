import { isActiveTask } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { report } from '../base/log.ts';
import type { Settings } from '../base/settings.ts';
import { ResultRefused } from '../runningHub/download.ts';
import { fail, failMade } from './end.ts';
import { claim, write } from './lease.ts';
import { lookAtResults } from './lookAtResults.ts';
import { dropPicture } from './results.ts';
import { afterSilence } from './rhythm.ts';
import { saveResult } from './save.ts';
import { succeed } from './succeed.ts';
import { type FoundResult, type StoredTask, tasks } from './tasks.ts';

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
 */
export const keepResults = async (
  found: StoredTask,
  system: Settings<'system'>,
  by: Actor,
): Promise<StoredTask | null> => {
  let task = await claim(found);
  if (!task) return null;
  for (const [at, result] of task.results.entries()) {
    if (result.state !== 'waiting') continue;
    let now: FoundResult = { ...result, state: 'saved' };
    let outputs = task.outputs;
    let stored = '';
    try {
      const output = await saveResult(task, result, at);
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
