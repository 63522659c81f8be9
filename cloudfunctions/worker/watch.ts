import { messageAmount } from '#contract/messageEvents.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { DAY_MS, dayOf, timeOfDay } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { figuresOf } from '../_shared/counting/counters.ts';
import { alertAdmins } from '../_shared/messages/outbox.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { keysInUse } from '../_shared/tasks/keys.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { feedback } from '../_shared/users/feedback.ts';

/** More are not counted: the message says that something is to be done, the list how much. */
const MOST = 100;
/** So many waiting tasks are more than a few keys make in half an hour. */
const LONG_QUEUE = 100;
const HOUR_MS = 3_600_000;
/** In Shanghai: when people have begun to work, and until when yesterday is news. */
const MORNING = { from: 8, until: 12 };

type Telling = (transaction: Transaction) => Promise<void>;

const shown = (count: number) => ({ count: count > MOST ? `${MOST}+` : String(count) });

/** What is late or runs short. One wait. */
const waitingNow = async (now: number): Promise<Telling[]> => {
  const key = dayOf(now);
  const late = { status: _.in([...slaStatuses]), slaTime: _.lte(now) };
  const [{ low }, answers, prints, queued] = await Promise.all([
    keysInUse(),
    feedback.count({ status: 'open', answerBy: _.gt(0).and(_.lte(now)) }, MOST),
    printOrders.count(late, MOST),
    tasks.count({ status: 'queued' }, LONG_QUEUE),
  ]);
  const tellings: [number, Telling][] = [
    [
      low.length,
      transaction =>
        alertAdmins(transaction, {
          event: 'keysLow',
          key,
          values: shown(low.length),
          path: 'api-keys',
        }),
    ],
    [
      answers,
      transaction =>
        alertAdmins(transaction, {
          event: 'feedbackOverdue',
          key,
          values: shown(answers),
          path: 'feedback',
        }),
    ],
    [
      prints,
      transaction =>
        alertAdmins(transaction, {
          event: 'printsOverdue',
          key,
          values: shown(prints),
          path: 'print-orders',
        }),
    ],
    [
      queued > LONG_QUEUE ? queued : 0,
      transaction =>
        alertAdmins(transaction, { event: 'queueLong', key, values: shown(queued), path: 'tasks' }),
    ],
  ];
  return tellings.flatMap(([count, tell]) => (count > 0 ? [tell] : []));
};

/** The figures of yesterday, in the morning; none where nothing happened. */
const yesterdayOf = async (now: number): Promise<Telling[]> => {
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
  return [
    transaction =>
      alertAdmins(transaction, { event: 'daily', key: dayOf(now), values, path: 'dashboard' }),
  ];
};

/** Tells administrators of what waits, each once a day, and in the morning how yesterday was. @returns how many */
export const watch = async (): Promise<{ told: number }> => {
  const now = Date.now();
  const tellings = (await Promise.all([waitingNow(now), yesterdayOf(now)])).flat();
  for (const tell of tellings) await inTransaction(tell);
  return { told: tellings.length };
};
