import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import type { Due } from '#cloudfunctions/_shared/base/due.ts';
import { nextBeat } from '#cloudfunctions/_shared/base/due.ts';
import type { FileRow } from '#cloudfunctions/_shared/base/files.ts';
import type { JobName } from '#cloudfunctions/_shared/base/jobs.ts';
import type { StoredCompensation } from '#cloudfunctions/_shared/compensations/records.ts';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { ReadRows } from './database.ts';

/** The jobs that the stories need. */
export const jobsOfStories = [
  'orders',
  'refunds',
  'tasks',
  'messages',
  'closings',
  'sweepFiles',
  'compensations',
  'approvals',
] as const satisfies JobName[];
export type StoryJob = (typeof jobsOfStories)[number];

/** Whether a beat will find something to do: the others are left out. */
export const beatFinds = async (rows: ReadRows, now: number): Promise<boolean> => {
  const due = await rows<Due>('due');
  const names: string[] = [...jobsOfStories];
  return due.some(row => row.time <= nextBeat(now) && row.jobs.some(job => names.includes(job)));
};

const finite = (times: (number | null | undefined)[]) =>
  Math.min(...times.map(time => time ?? Infinity), Infinity);

/** When the records themselves say that a job has something to do; Infinity: never. */
export const dueTime = async (job: StoryJob, rows: ReadRows): Promise<number> => {
  switch (job) {
    case 'messages': {
      const waiting = (await rows<StoredMessage>('messages')).filter(
        ({ status }) => status === 'waiting',
      );
      return finite(waiting.map(({ nextTime }) => nextTime));
    }
    case 'closings': {
      const users = await rows<StoredUser & Record<string, unknown>>('users');
      return finite(users.map(({ closingTime }) => closingTime || null));
    }
    case 'compensations': {
      const jobs = await rows<StoredCompensation>('compensations');
      return finite(
        jobs.map(({ status, claimUntil, approval }) => {
          if (status === 'queued') return approval === 'waiting' ? null : 0;
          return status === 'running' ? claimUntil : null;
        }),
      );
    }
    case 'approvals': {
      const waiting = (await rows<StoredApproval>('approvals')).filter(
        ({ status }) => status === 'waiting',
      );
      return finite(waiting.map(({ expireTime }) => expireTime));
    }
    case 'sweepFiles': {
      const pending = (await rows<FileRow>('files')).filter(({ status }) => status === 'pending');
      return finite(pending.map(({ purgeTime }) => purgeTime));
    }
    case 'tasks': {
      const tasks = await rows<StoredTask>('tasks');
      // A slot may be free for one that waits at any time.
      return finite(
        tasks.map(({ status, nextPollTime }) => (status === 'queued' ? 0 : nextPollTime || null)),
      );
    }
    case 'refunds': {
      const refunds = await rows<StoredRefund>('refunds');
      return finite(
        refunds.map(({ status, nextQueryTime }) => (status === 'success' ? null : nextQueryTime)),
      );
    }
    case 'orders': {
      const orders = await rows<StoredOrder>('orders');
      return finite(
        orders.map(({ status, fulfil, expireTime, askTime }) => {
          if (fulfil.status === 'pending' || fulfil.status === 'failed') return fulfil.nextTime;
          return status === 'pending' ? finite([expireTime, askTime]) : null;
        }),
      );
    }
  }
};
