import type { ActionOutput } from '#contract/index.ts';
import { callbackSources, lastCallback } from '../_shared/base/callbackTimes.ts';
import { _ } from '../_shared/base/cloud.ts';
import { dueBy, dueRows, NEVER, turnSince } from '../_shared/base/due.ts';
import { isJob, type JobName, jobs } from '../_shared/base/jobs.ts';
import { progressOf } from '../_shared/base/progress.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { timerRunId } from '../_shared/base/timerRunId.ts';

const names = Object.keys(jobs) as JobName[];
const workers = ['worker', 'heavyWorker'] as const;
const tasks = repository<Stored>('tasks');
const messages = repository<Stored>('messages');

const jobStates = async (now: number) => {
  const [own, due] = await Promise.all([
    dueRows.find({ _id: _.in(names) }, { limit: names.length }),
    dueBy(now),
  ]);
  const marks = due.filter(({ _id }) => !isJob(_id));
  return names.map(name => {
    const row = own.find(({ _id }) => _id === name);
    const times = [row, ...marks.filter(mark => mark.jobs.includes(name))].flatMap(one =>
      one && one.time < NEVER ? [one.time] : [],
    );
    return {
      name,
      next: times.length > 0 ? Math.min(...times) : null,
      runningSince: row ? turnSince(row, now) : null,
      lastTime: row?.ranTime ?? null,
      failedTime: row?.failedTime ?? null,
      failure: row?.failure ?? '',
    };
  });
};

const noted = async <T>(these: readonly T[], timeOf: (one: T) => Promise<number | null>) =>
  Promise.all(these.map(async one => [one, await timeOf(one)] as const));

export const systemStatus = async (): Promise<ActionOutput<'adminSettings', 'getSystemStatus'>> => {
  const now = Date.now();
  const [states, timers, callbacks, waitingTasks, waitingMessages] = await Promise.all([
    jobStates(now),
    noted(workers, async name => (await progressOf(timerRunId(name, 'sweep'))).doneTime || null),
    noted(callbackSources, lastCallback),
    tasks.count({ status: 'queued' }),
    messages.count({ status: 'waiting' }),
  ]);
  return {
    now,
    timers: timers.map(([name, lastTime]) => ({ function: name, lastTime })),
    jobs: states,
    callbacks: callbacks.map(([source, lastTime]) => ({ source, lastTime })),
    queues: { tasks: waitingTasks, messages: waitingMessages },
  };
};
