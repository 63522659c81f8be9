import { messageAmount } from '#contract/messageEvents.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { DAY_MS, dayOf, HOUR_MS, timeOfDay } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { due } from '../_shared/base/eachDue.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { figuresOf } from '../_shared/counting/counters.ts';
import { type Alert, alertAdmins } from '../_shared/messages/outbox.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { keysInUse } from '../_shared/tasks/keys.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { feedback } from '../_shared/users/feedback.ts';

/** More are not counted: the message says that something is to be done, the list how much. */
const MOST = 100;
/** So many waiting tasks are more than a few keys make in half an hour. */
const LONG_QUEUE = 100;
/** In Shanghai: when people have begun to work, and until when yesterday is news. */
const MORNING = { from: 8, until: 12 };

const shown = (count: number) => ({ count: count > MOST ? `${MOST}+` : String(count) });

/** What is late or runs short. Database round trips: 1. */
const waitingNow = async (now: number): Promise<Alert[]> => {
  const late = { status: _.in([...slaStatuses]), slaTime: _.lte(now) };
  const [{ low }, answers, prints, queued] = await Promise.all([
    keysInUse(),
    feedback.count({ status: 'open', answerBy: due(now) }, MOST),
    printOrders.count(late, MOST),
    tasks.count({ status: 'queued' }, LONG_QUEUE),
  ]);
  const counted = [
    { event: 'keysLow', count: low.length, path: 'api-keys' },
    { event: 'feedbackOverdue', count: answers, path: 'feedback' },
    { event: 'printsOverdue', count: prints, path: 'print-orders' },
    { event: 'queueLong', count: queued > LONG_QUEUE ? queued : 0, path: 'tasks' },
  ] as const;
  return counted
    .filter(({ count }) => count > 0)
    .map(({ event, count, path }) => ({ event, key: dayOf(now), values: shown(count), path }));
};

/** The figures of yesterday, in the morning; none where nothing happened. */
const yesterdayOf = async (now: number): Promise<Alert[]> => {
  const day = dayOf(now - DAY_MS);
  const figures = (await figuresOf([day])).get(day) ?? {};
  const hour = timeOfDay(now) / HOUR_MS;
  const isMorning = hour >= MORNING.from && hour < MORNING.until;
  if (!isMorning || Object.keys(figures).length === 0) return [];
  const figure = (name: string) => figures[name] ?? 0;
  const values = {
    day: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    paid: messageAmount(figure('paidFen')),
    orders: String(figure('paidOrders')),
    refunded: messageAmount(figure('refundedFen')),
    users: String(figure('newUsers')),
    made: String(figure('succeededTasks')),
    failed: String(figure('failedTasks')),
  };
  return [{ event: 'daily', key: dayOf(now), values, path: 'dashboard' }];
};

/** Informs administrators of what waits, each once a day, and in the morning how yesterday was. @returns how many */
export const watch = async (): Promise<{ alerts: number }> => {
  const now = Date.now();
  const alerts = (await Promise.all([waitingNow(now), yesterdayOf(now)])).flat();
  for (const alert of alerts) await inTransaction(transaction => alertAdmins(transaction, alert));
  return { alerts: alerts.length };
};
