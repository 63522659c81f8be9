import type { FileRow } from '#cloudfunctions/_shared/base/files.ts';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { ReadRows } from './database.ts';

/** The function of each timer, and what the platform calls it there. */
export const timers = {
  orders: { of: 'orderTimers', trigger: 'orders' },
  refunds: { of: 'orderTimers', trigger: 'refunds' },
  tasks: { of: 'taskTimers', trigger: 'run' },
  messages: { of: 'messageTimers', trigger: 'send' },
  closings: { of: 'dueTimers', trigger: 'jobs' },
  sweep: { of: 'recordTimers', trigger: 'sweep' },
} as const;
export type TimerName = keyof typeof timers;

/** When a timer's next run will find something to do; Infinity: nothing is expected. */
export const dueTime = async (name: TimerName, rows: ReadRows): Promise<number> => {
  if (name === 'messages') {
    const waiting = (await rows<StoredMessage>('messages')).filter(
      ({ status }) => status === 'waiting',
    );
    return Math.min(...waiting.map(({ nextTime }) => nextTime), Infinity);
  }
  if (name === 'closings') {
    const users = await rows<StoredUser & Record<string, unknown>>('users');
    return Math.min(...users.map(({ closingTime }) => closingTime || Infinity));
  }
  if (name === 'sweep') {
    const pending = (await rows<FileRow>('files')).filter(({ status }) => status === 'pending');
    return Math.min(...pending.map(({ purgeTime }) => purgeTime ?? Infinity), Infinity);
  }
  if (name === 'tasks') {
    const instants = (await rows<StoredTask>('tasks')).flatMap(({ status, nextPollTime }) => {
      // A slot may be free for it at any time.
      if (status === 'queued') return 0;
      return nextPollTime > 0 ? nextPollTime : [];
    });
    return Math.min(...instants, Infinity);
  }
  const instants =
    name === 'refunds'
      ? (await rows<StoredRefund>('refunds')).map(({ status, nextQueryTime }) =>
          status === 'success' ? Infinity : (nextQueryTime ?? Infinity),
        )
      : (await rows<StoredOrder>('orders')).map(({ status, fulfil, expireTime, askTime }) => {
          if (fulfil.status === 'pending') return fulfil.nextTime ?? Infinity;
          return status === 'pending'
            ? Math.min(expireTime ?? Infinity, askTime ?? Infinity)
            : Infinity;
        });
  return Math.min(...instants, Infinity);
};
